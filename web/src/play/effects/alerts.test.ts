import { afterEach, expect, it, vi } from "vitest";
import { show } from "./alerts";

afterEach(() => vi.unstubAllGlobals());

it("lets the service worker notify where pages may not", async () => {
  const showNotification = vi.fn();
  vi.stubGlobal("Notification", function Notification() {
    throw new TypeError("Illegal constructor");
  });
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: () => Promise.resolve({ showNotification }) } });
  expect(() => show("Your turn", { tag: "ferrovia-abc" })).not.toThrow();
  await vi.waitFor(() => expect(showNotification).toHaveBeenCalledWith("Your turn", { tag: "ferrovia-abc" }));
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";

const gone = () => {
  throw new Error("failed to fetch");
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  localStorage.setItem("ferrovia.language", '"it"');
});

afterEach(() => {
  vi.doUnmock("./en");
  vi.doUnmock("./it");
  vi.doUnmock("./pt");
  vi.useRealTimers();
});

it("speaks any language that can be had until the wished one comes", async () => {
  vi.doMock("./it", gone);
  vi.doMock("./en", gone);
  vi.doMock("./pt", () => ({ default: { "app.loading": "A carregar" } }));
  const { followLanguage, languageReady, locale } = await import("./translate");
  followLanguage();
  await vi.waitFor(() => expect(languageReady.value).toBe(true));
  expect(locale()).toBe("pt-PT");
  vi.doMock("./it", () => ({ default: { "app.loading": "Si carica" } }));
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect(locale()).toBe("it"));
});

it("says so where none comes", async () => {
  for (const each of ["./en", "./it", "./pt"]) vi.doMock(each, gone);
  const { followLanguage, languageReady, speechless } = await import("./translate");
  followLanguage();
  await vi.waitFor(() => expect(speechless.value).toBe(true));
  expect(languageReady.value).toBe(false);
});

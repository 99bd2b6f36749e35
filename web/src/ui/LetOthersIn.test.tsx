/** The switch that lets others in, beside other QR codes and alone. */

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { use } from "../i18n";
import english from "../i18n/en";
import { api } from "../net/api";
import { network } from "../net/network";
import { LetOthersIn } from "./LetOthersIn";

const open = { offered: true, address: "http://192.0.2.2:8000", qr: "<svg/>" };

beforeEach(() => {
  use("en", english);
  vi.spyOn(api, "network").mockResolvedValue(open);
  network.value = open;
});
afterEach(() => act(() => render(null, document.body)));

it("shows the address and its code where friends are invited", () => {
  act(() => render(<LetOthersIn shows />, document.body));
  expect(document.querySelector(".qr")).not.toBeNull();
  expect(document.body.textContent).toContain(open.address);
  expect(document.body.textContent).toContain("Let others in");
});

it("shows no second code beside a link of one's own", () => {
  act(() => render(<LetOthersIn whom="devices" />, document.body));
  expect(document.querySelector(".qr")).toBeNull();
  expect(document.body.textContent).not.toContain("others");
  expect(document.body.textContent).toContain("firewall");
});

import app from "@locales/en/app.json";
import words from "@locales/en/board.json";
import type { ComponentChild } from "preact";
import { render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, it } from "vitest";
import { use } from "../../i18n";
import { liveries } from "./liveries";
import { MiniBoard, SeatMark, Symbol, TicketMap, TrainCard } from "./symbols";
import { island } from "../testing/island";

const root = document.createElement("div");

function draw(what: ComponentChild): Element {
  act(() => render(what, root));
  const drawn = root.firstElementChild;
  if (!drawn) throw new Error("nothing was drawn");
  return drawn;
}

beforeEach(() => use("en", { ...app, ...words }));

it("names cards, with how many there are", () => {
  expect(draw(<TrainCard colour="red" />).getAttribute("aria-label")).toBe("red");
  expect(draw(<TrainCard colour="locomotive" vehicle="taxi" />).getAttribute("aria-label")).toBe("taxi");
  expect(draw(<TrainCard colour="locomotive" />).getAttribute("aria-label")).toBe("locomotive");
  expect(draw(<TrainCard colour="red" count={3} />).getAttribute("aria-label")).toBe("red: 3");
  expect(draw(<TrainCard colour="red" face="down" />).getAttribute("aria-label")).toBe("face-down card");
});

it("draws the symbol of its colour in two corners of every card", () => {
  for (const colour of ["pink", "black", "locomotive", "mauve"]) {
    expect(draw(<TrainCard colour={colour} />).querySelectorAll(".card-symbol")).toHaveLength(2);
  }
});

it("shows other things on the cards of a city", () => {
  const train = draw(<TrainCard colour="blue" />).querySelector(".rolling")?.innerHTML;
  expect(draw(<TrainCard colour="blue" vehicle="taxi" />).querySelector(".rolling")?.innerHTML).not.toBe(train);
});

it("hides signs from screen readers unless they are to be named", () => {
  expect(draw(<Symbol colour="green" />).getAttribute("aria-hidden")).toBe("true");
  expect(draw(<Symbol colour="green" named />).getAttribute("aria-label")).toBe("green");
  expect(draw(<SeatMark seat={2} />).getAttribute("aria-hidden")).toBe("true");
  expect(draw(<SeatMark seat={2} title="Ada" />).getAttribute("aria-label")).toBe("Ada");
});

it("marks a seat in the livery it has at the table", () => {
  liveries.value = [2, 0, 1];
  expect(draw(<SeatMark seat={0} />).getAttribute("class")).toContain("seat-2");
  liveries.value = [];
  expect(draw(<SeatMark seat={0} />).getAttribute("class")).toContain("seat-0");
});

it("draws a ticket's places, and a bow between them or its way", () => {
  const { drawing, board } = island;
  const [from, to] = [board.cities[0]?.id ?? "", board.cities[5]?.id ?? ""];
  const bow = draw(<TicketMap drawing={drawing} from={from} to={[to]} />);
  expect(bow.querySelectorAll(".ticket-place")).toHaveLength(2);
  expect(bow.querySelectorAll(".ticket-crow")).toHaveLength(1);
  const way = board.routes.slice(0, 2).map(({ id }) => id);
  expect(
    draw(<TicketMap drawing={drawing} from={from} to={[to]} way={way} />).querySelectorAll(".ticket-way"),
  ).toHaveLength(2);
});

it("draws a thumbnail with few elements", () => {
  const { drawing, board } = island;
  const small = draw(<MiniBoard drawing={drawing} rules={board} />);
  expect(small.querySelectorAll("*").length).toBeLessThan(board.routes.length + board.cities.length + 12);
});

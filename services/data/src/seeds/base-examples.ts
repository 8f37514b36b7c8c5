import type { BaseCreate, BlockCreate } from "../../gen/rpc.ts";
import { dayAfter } from "./dates.ts";

/** A base with what is in it. */
export interface BaseExample {
  base: BaseCreate;
  blocks: readonly BlockCreate[];
}

const heading = (text: string, level = 1): BlockCreate => ({ type: "heading", text, level });
const said = (...texts: string[]): BlockCreate[] => texts.map((text) => ({ type: "paragraph", text }));
const listed = (...texts: string[]): BlockCreate[] => texts.map((text) => ({ type: "list_item", text }));

/** Bases of the demo workshop; `terms` is a file, if the team has one. */
export function baseExamples(now: Date, terms: string | undefined): readonly BaseExample[] {
  const handbook: BlockCreate[] = [
    heading("Handbook of the workshop"),
    ...said("How we work, written down so that nobody has to ask twice."),
    heading("Tickets", 2),
    ...said(
      "A repair without a ticket does not exist.",
      "The ticket carries a number, a name, a bicycle and a price.",
    ),
    ...listed(
      "received: the bicycle is here",
      "working: it is on a stand",
      "ready: the customer was told",
      "collected: it is paid for",
    ),
    heading("Money", 2),
    ...said("Labour is 60 EUR an hour.", "What costs more than agreed is asked for first."),
    { type: "table", text: "service | price\ntube | 18 EUR\ninspection | 89 EUR" },
    heading("Torque", 2),
    { type: "code", text: "seat post clamp: 5 Nm\nstem: 5 Nm\npedals: 35 Nm", language: "text" },
    { type: "quote", text: "Tight is tight, and too tight is broken." },
    { type: "link", url: "https://example.com/torque", text: "Values of the makers" },
    ...(terms === undefined ? [] : [{ type: "file_ref", file_id: terms, text: "Our terms" } as const]),
  ];
  const suppliers: BlockCreate[] = [
    heading("Suppliers"),
    ...said(
      "Tubes and tyres come on Tuesdays, chains and pads on Fridays.",
      `The offer for tubes is good until ${dayAfter(now, 40)}.`,
      "Spokes are ordered by the hundred, in lengths of 2 mm.",
    ),
    heading("When something is missing", 2),
    ...listed(
      "look into the second drawer",
      "ask the shop in Mill Lane",
      "order it before 15:00, and it is here the next day",
    ),
    {
      type: "paragraph",
      text: "Batteries are sent by road alone.",
      metadata: { reviewed_on: dayAfter(now, -30) },
    },
  ];
  return [
    { base: { name: "Workshop handbook", description: "How we work." }, blocks: handbook },
    { base: { name: "Suppliers", description: "Who brings what, and when." }, blocks: suppliers },
  ];
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { effectOf, type Effect, type History } from "./apply-keyword.ts";
import type { Keyword } from "../words/keyword.ts";

const nothing: History = { standing: null, before: null };
const said = (status: string, basis: string | null = null): History => ({
  standing: { status, is_stop: false },
  before: { status, basis },
});
const contacted = said("unknown", "inbound_message");
const inBy = (basis: string) => said("opted_in", basis);
const out = said("opted_out");
/** A STOP over what was recorded before. */
const stop = ({ before }: History): History => ({ standing: { status: "opted_out", is_stop: true }, before });

const noRecord: Effect["records"] = [];
const outOf = (...purposes: ("transactional" | "marketing")[]): Effect => ({
  records: purposes.map((purpose) => ({ purpose, status: "opted_out", basis: null })),
  reply: "opt_out_confirmation",
});
const transactional = { purpose: "transactional", status: "opted_in", basis: "inbound_message" } as const;
const marketingBy = (basis: string) => ({ purpose: "marketing", status: "opted_in", basis }) as const;
const into = (...records: Effect["records"]): Effect => ({ records, reply: "opt_in_confirmation" });
const silence: Effect = { records: noRecord, reply: undefined };
const both = outOf("transactional", "marketing");

const lines: [
  what: string,
  keyword: Keyword,
  of: { transactional: History; marketing: History },
  then: Effect,
][] = [
  ["a stranger stops", "stop", { transactional: nothing, marketing: nothing }, both],
  ["who has written stops", "stop", { transactional: contacted, marketing: nothing }, both],
  ["who is in stops", "stop", { transactional: inBy("form"), marketing: inBy("form") }, both],
  ["who is out of marketing stops", "stop", { transactional: inBy("form"), marketing: out }, both],
  ["who is out of all stops for the first time", "stop", { transactional: out, marketing: out }, both],
  [
    "who has stopped stops again",
    "stop",
    { transactional: stop(contacted), marketing: stop(nothing) },
    silence,
  ],
  [
    "who has stopped and agreed to one purpose since stops again",
    "stop",
    { transactional: inBy("consent"), marketing: stop(nothing) },
    outOf("transactional"),
  ],
  [
    "a stranger starts: no first opt-in to marketing",
    "start",
    { transactional: nothing, marketing: nothing },
    into(transactional),
  ],
  [
    "who has written starts",
    "start",
    { transactional: contacted, marketing: contacted },
    into(transactional),
  ],
  ["who is in starts", "start", { transactional: inBy("form"), marketing: inBy("form") }, silence],
  [
    "who is in, and out of marketing, starts",
    "start",
    { transactional: inBy("form"), marketing: out },
    silence,
  ],
  [
    "who opted out otherwise than by STOP starts",
    "start",
    { transactional: out, marketing: out },
    into(transactional),
  ],
  [
    "who had written, and stopped, starts",
    "start",
    { transactional: stop(contacted), marketing: stop(nothing) },
    into(transactional),
  ],
  [
    "who was in, and stopped, starts: marketing is back on its own basis",
    "start",
    { transactional: stop(inBy("contract")), marketing: stop(inBy("consent")) },
    into(transactional, marketingBy("consent")),
  ],
  [
    "who was out of marketing before the STOP starts: out it stays",
    "start",
    { transactional: stop(inBy("form")), marketing: stop(out) },
    into(transactional),
  ],
  [
    "who was out of all before the STOP starts: out it stays",
    "start",
    { transactional: stop(out), marketing: stop(out) },
    silence,
  ],
  [
    "whose marketing alone was stopped starts",
    "start",
    { transactional: inBy("consent"), marketing: stop(inBy("form")) },
    into(marketingBy("form")),
  ],
  [
    "who opted out of marketing after a STOP and a START starts again",
    "start",
    { transactional: inBy("inbound_message"), marketing: out },
    silence,
  ],
  [
    "a stranger asks for help",
    "help",
    { transactional: nothing, marketing: nothing },
    { records: noRecord, reply: "help" },
  ],
  [
    "who has stopped asks for help",
    "help",
    { transactional: stop(nothing), marketing: stop(nothing) },
    { records: noRecord, reply: "help" },
  ],
];

for (const [what, keyword, of, then] of lines)
  test(what, () => {
    assert.deepEqual(effectOf(keyword, of), then);
  });

import assert from "node:assert/strict";
import { test } from "node:test";
import { verdictOf, type ConsentState, type Verdict } from "./gate.ts";

const unknown: ConsentState = { status: "unknown", basis: null };
const because = (basis: string): ConsentState => ({ status: "unknown", basis });
const optedIn: ConsentState = { status: "opted_in", basis: "consent" };
const optedOut: ConsentState = { status: "opted_out", basis: null };
const [yes, out, missing] = ["allowed", "recipient_opted_out", "consent_missing"] as const;

const cells: [...Parameters<typeof verdictOf>, Verdict][] = [
  ["email", "transactional", unknown, yes],
  ["email", "transactional", optedIn, yes],
  ["email", "transactional", optedOut, out],
  ["email", "marketing", unknown, missing],
  ["email", "marketing", because("form"), missing],
  ["email", "marketing", optedIn, yes],
  ["email", "marketing", optedOut, out],
  ...(["sms", "whatsapp"] as const).flatMap((channel): typeof cells => [
    [channel, "transactional", unknown, missing],
    [channel, "transactional", because("booking"), yes],
    [channel, "transactional", because("form"), yes],
    [channel, "transactional", because("inbound_message"), yes],
    [channel, "transactional", because("contract"), missing],
    [channel, "transactional", optedIn, yes],
    [channel, "transactional", optedOut, out],
    [channel, "marketing", unknown, missing],
    [channel, "marketing", because("booking"), missing],
    [channel, "marketing", because("form"), missing],
    [channel, "marketing", because("inbound_message"), missing],
    [channel, "marketing", optedIn, yes],
    [channel, "marketing", optedOut, out],
  ]),
  ["in_app", "transactional", unknown, yes],
  ["in_app", "transactional", optedIn, yes],
  ["in_app", "transactional", optedOut, out],
  ["in_app", "marketing", unknown, yes],
  ["in_app", "marketing", optedIn, yes],
  ["in_app", "marketing", optedOut, out],
];

for (const [channel, purpose, standing, verdict] of cells)
  test(`${channel} ${purpose}, ${standing.status} on basis ${String(standing.basis)}: ${verdict}`, () => {
    assert.equal(verdictOf(channel, purpose, standing), verdict);
  });

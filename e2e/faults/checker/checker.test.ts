import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./checker.ts";
import { soundHistory, type SoundHistory } from "./sound-history.ts";

/** The nth of a list that has it. */
function at<T>(items: T[], index: number): T {
  const item = items[index];
  assert.ok(item !== undefined);
  return item;
}

/** One damage, and the breaches the checker must name, no more and no fewer. */
const damages: [damage: string, breaches: string[], apply: (history: SoundHistory) => void][] = [
  [
    "a contact whose creation was acknowledged is gone",
    ["I1 lost", "I2 wrong"],
    (h) => h.contacts.splice(1, 1),
  ],
  [
    "a contact whose event was never made is gone too",
    ["I1 lost"],
    (h) => {
      h.contacts.splice(1, 1);
      h.deliveries.splice(4, 1);
      h.receipts.splice(4, 1);
      at(h.walks, 1).items.splice(0);
    },
  ],
  [
    "an acknowledged change was rolled back",
    ["I1 lost", "I2 wrong"],
    (h) => Object.assign(at(h.contacts, 0), { version: 1, marker: "m1" }),
  ],
  [
    "a change was overwritten by one nobody sent",
    ["I1 lost", "I1 wrong"],
    (h) => (at(h.contacts, 0).marker = "x"),
  ],
  [
    "a creation that was repeated under its key made a second contact",
    ["I1 duplicated", "I2 lost"],
    (h) => h.contacts.push({ ...at(h.contacts, 1), id: "c3" }),
  ],
  ["a refused write took place", ["I1 wrong"], (h) => (at(h.writes, 2).outcome = "refused")],
  [
    "a write has no event",
    ["I2 lost"],
    (h) => {
      h.deliveries = h.deliveries.filter(({ event }) => event !== "e2");
      h.receipts = h.receipts.filter(({ event }) => event !== "e2");
      at(h.walks, 0).items.splice(2);
    },
  ],
  [
    "a write has two events",
    ["I2 duplicated"],
    (h) => {
      h.deliveries.push({ ...at(h.deliveries, 4), id: "again", event: "e4" });
      h.receipts.push({ ...at(h.receipts, 4), delivery: "again", event: "e4" });
      at(h.walks, 1).items.push("again");
    },
  ],
  [
    "an event shows another write than the acknowledged one",
    ["I2 wrong"],
    (h) => (at(h.deliveries, 4).marker = "x"),
  ],
  ["a creation is told as an update", ["I2 wrong"], (h) => (at(h.deliveries, 4).type = "contact.updated")],
  [
    "an event of a write that was rolled back",
    ["I2 wrong"],
    (h) => {
      h.deliveries.push({ ...at(h.deliveries, 4), id: "phantom", event: "e4", contact: "c9", marker: "m9" });
      h.receipts.push({ ...at(h.receipts, 4), delivery: "phantom", event: "e4" });
      at(h.walks, 1).items.push("phantom");
    },
  ],
  [
    "one endpoint was passed by",
    ["I3 lost"],
    (h) => {
      h.deliveries.splice(3, 1);
      h.receipts.splice(3, 1);
      at(h.walks, 0).items.splice(3, 1);
    },
  ],
  [
    "an event stands twice for an endpoint",
    ["I3 duplicated"],
    (h) => {
      h.deliveries.push({ ...at(h.deliveries, 4), id: "twin" });
      h.receipts.push({ ...at(h.receipts, 4), delivery: "twin" });
      at(h.walks, 1).items.push("twin");
    },
  ],
  ["a delivery waits for ever", ["I4 lost"], (h) => (at(h.deliveries, 0).status = "pending")],
  ["a success reached no sink", ["I4 lost"], (h) => h.receipts.splice(0, 1)],
  ["a success was answered with an error", ["I4 lost"], (h) => (at(h.receipts, 0).isAccepted = false)],
  ["a signature is wrong", ["I4 lost", "I4 wrong"], (h) => (at(h.receipts, 0).isSigned = false)],
  [
    "a retry has another webhook-id",
    ["I4 wrong"],
    (h) => {
      at(h.receipts, 0).isAccepted = false;
      h.receipts.push({ ...at(h.receipts, 0), attempt: 2, atMs: 1_200, event: "new", isAccepted: true });
    },
  ],
  [
    "a retry has another body",
    ["I4 wrong"],
    (h) => h.receipts.push({ ...at(h.receipts, 0), attempt: 2, atMs: 1_200, body: "reordered" }),
  ],
  [
    "a POST of nothing that is stored",
    ["I4 wrong"],
    (h) => h.receipts.push({ ...at(h.receipts, 0), delivery: "x" }),
  ],
  ["a walker skips a row", ["I5 lost"], (h) => at(h.walks, 0).items.splice(1, 1)],
  [
    "a walker meets a row twice",
    ["I5 duplicated"],
    (h) => at(h.walks, 0).items.push(at(at(h.walks, 0).items, 0)),
  ],
  ["two walkers meet rows in different orders", ["I5 wrong"], (h) => at(h.walks, 0).items.reverse()],
  [
    "a contact's change comes before its creation",
    ["I5 wrong"],
    (h) => {
      h.deliveries.splice(0, 4, ...[2, 0, 1, 3].map((index) => at(h.deliveries, index)));
      at(h.walks, 0).items = h.deliveries.slice(0, 4).map(({ id }) => id);
    },
  ],
  ["a row counts six attempts", ["I6 wrong"], (h) => (at(h.deliveries, 0).attempts = 6)],
  [
    "a retry comes before its time",
    ["I6 wrong"],
    (h) => h.receipts.push({ ...at(h.receipts, 0), attempt: 2, atMs: 1_050 }),
  ],
  [
    "the same attempt is posted by two workers",
    ["I6 wrong"],
    (h) => h.receipts.push({ ...at(h.receipts, 0), atMs: 20_000 }),
  ],
  [
    "six POSTs",
    ["I6 wrong"],
    (h) => {
      for (const attempt of [2, 3, 4, 5, 6])
        h.receipts.push({ ...at(h.receipts, 0), attempt, atMs: attempt * 10_000 });
    },
  ],
  ["a payload is another team's", ["I7 wrong"], (h) => (at(h.deliveries, 4).payloadTeam = "a")],
  [
    "a POST reaches another team's sink",
    ["I4 wrong", "I7 wrong"],
    (h) => (at(h.receipts, 4).endpoint = "a1"),
  ],
  [
    "a walker is shown another team's row",
    ["I5 wrong", "I7 wrong"],
    (h) => at(h.walks, 0).items.push("e3-b1"),
  ],
  [
    "an approval was acknowledged and undone",
    ["I8 lost", "I8 duplicated"],
    (h) => (at(h.decisions, 0).status = "queued"),
  ],
  ["an act is missing from the audit log", ["I8 lost"], (h) => h.audit.splice(1, 1)],
  ["an act stands twice in the audit log", ["I8 duplicated"], (h) => h.audit.push(at(h.audit, 1))],
  [
    "an entry speaks of an act that was rolled back",
    ["I8 wrong"],
    (h) => h.audit.splice(0, 2, { changeset: "s9", action: "x" }, at(h.audit, 0), at(h.audit, 1)),
  ],
  ["the audit chain is broken", ["I8 wrong"], (h) => h.brokenChains.push("entry 4 is not what was hashed")],
  ["the backlog takes too long", ["I9 wrong"], (h) => (h.drainMs = 60_001)],
  [
    "the backlog takes too long also without what others had of the machine",
    ["I9 wrong"],
    (h) => Object.assign(h, { drainMs: 100_000, drainOthersMs: 39_999 }),
  ],
  ["the backlog never drains", ["I9 wrong"], (h) => (h.drainMs = null)],
  ["a revoked token passes", ["I10 wrong"], (h) => h.trespasses.push("GET /contacts: 200")],
];

test("a sound history has no breach", () => {
  assert.deepEqual(check(soundHistory()), []);
});

test("what is unknown to its writer may have taken place or not", () => {
  const history = soundHistory();
  history.writes.push({
    ...at(history.writes, 0),
    contact: null,
    marker: "m4",
    outcome: "unknown",
    version: null,
  });
  assert.deepEqual(check(history), []);
  Object.assign(at(history.writes, 2), { outcome: "unknown", contact: null, version: null });
  assert.deepEqual(check(history), []);
});

test("a backlog may take longer on a machine that works for others meanwhile", () => {
  assert.deepEqual(check({ ...soundHistory(), drainMs: 100_000, drainOthersMs: 40_000 }), []);
});

for (const [damage, breaches, apply] of damages) {
  test(`the checker notices: ${damage}`, () => {
    const history = soundHistory();
    apply(history);
    const found = new Set(check(history).map(({ invariant, kind }) => `${invariant} ${kind}`));
    assert.deepEqual([...found].sort(), [...breaches].sort());
  });
}

test("every invariant can be breached, each kind of breach it has", () => {
  const named = new Set(damages.flatMap(([, breaches]) => breaches.map((breach) => breach.split(" ")[0])));
  assert.deepEqual([...named].sort(), ["I1", "I10", "I2", "I3", "I4", "I5", "I6", "I7", "I8", "I9"]);
});

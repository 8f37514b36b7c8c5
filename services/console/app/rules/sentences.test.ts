import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf, ruleOf, type Rule } from "./draft.ts";
import { RESOURCE_GROUPS, RULE_RESOURCES } from "../words/rules.ts";
import { approversNow, enoughOf, sentenceOf, shownRule } from "./sentences.ts";

const names = {
  members: { a: "ada@example.test" },
  tables: { t: "Orders", u: "Devices" },
  columns: { t: { amount: "Amount" }, u: { serial: "Serial number", amount: "Amount" } },
};
const rule: Rule = {
  id: "01890000-0000-7000-8000-000000000001",
  ...{ name: "Large invoices", position: 1, message: null },
  ...{ outcome: "queue", enabled: true, when: {}, needed: 1, allow_self: false, timeout_hours: 336 },
  approvers: { roles: ["owner", "admin"], members: [] },
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  created_by: { type: "member", id: null },
  version: 1,
};

test("a rule says who, what, and how many approvals of whom it waits for", () => {
  assert.equal(
    sentenceOf(rule, names),
    "When anyone except signed-in owners and admins, and service keys adds, changes, or deletes anything, the change waits for an approval by any owner or admin.",
  );
  const when: Rule["when"] = {
    actor_types: ["human", "oauth_app"],
    ops: ["create", "update"],
    resources: ["contacts"],
  };
  const approvers = { roles: ["admin" as const], members: ["a", "b"] };
  assert.equal(
    sentenceOf({ ...rule, when, approvers, needed: 2 }, names),
    "When a personal key or a connected app adds or changes contacts, the change waits for 2 approvals by admins, ada@example.test, or a former member.",
  );
});

test("a rule for every hand is for anybody, and names its tables", () => {
  const when: Rule["when"] = {
    actor_types: ["human", "oauth_app", "member", "break_glass", "admin", "service"],
    ops: ["delete"],
    resources: ["rows"],
  };
  const refuse = (more: Rule["when"]) =>
    sentenceOf({ ...rule, outcome: "refuse", when: { ...when, ...more } }, names);
  assert.equal(refuse({}), "When anybody deletes rows, the change is refused.");
  assert.equal(
    refuse({ table_ids: ["t"] }),
    "When anybody deletes rows of the table Orders, the change is refused.",
  );
  assert.equal(
    refuse({ table_ids: ["t", "u", "gone"] }),
    "When anybody deletes rows of the tables Orders, Devices, or an unknown table, the change is refused.",
  );
});

test("cells are named by the titles of their columns in the tables of the rule, once each", () => {
  const says = (when: Rule["when"]) => sentenceOf({ ...rule, outcome: "run", when }, names);
  const fields = ["data.amount", "data.serial", "data.gone"];
  assert.match(
    says({ resources: ["rows"], table_ids: ["t", "u"], fields }),
    /in the fields Amount, Serial number, or data\.gone, the change/,
  );
  assert.match(
    says({ resources: ["rows"], fields: ["data.amount"] }),
    /in the fields data\.amount, the change/,
  );
  assert.match(says({ fields: ["data.amount"] }), /service keys adds or changes anything, in the fields/);
});

test("conditions that the form does not show are mentioned, and amounts are in whole units", () => {
  const when: Rule["when"] = {
    resources: ["invoices"],
    amount: { currency: "EUR", gte: 100_050, lte: 200_000 },
    operations: { gte: 2 },
  };
  assert.match(
    sentenceOf({ ...rule, when, outcome: "refuse" }, names),
    /invoices, 2 or more at once, in total €1,000\.50 or more, under further conditions, the change is refused\.$/,
  );
  assert.deepEqual((shownRule({ ...rule, when }) as Rule).when, {
    resources: ["invoices"],
    operations: { gte: 2 },
    amount: { gte: "€1,000.50", lte: "€2,000.00" },
  });
});

test("where fewer people can decide, fewer approvals are enough", () => {
  const deciding = { needed: 2, allowSelf: false, reader: "a" };
  const says = (approvers: readonly string[], more = {}) => enoughOf({ ...deciding, approvers, ...more });
  assert.equal(says(["a"]), "Only you can decide, so one approval is enough.");
  assert.equal(says(["b"]), "Only one person can decide, so one approval is enough.");
  assert.match(says(["a", "b"]) ?? "", /only one other person can decide, so one approval is enough/);
  assert.equal(says(["a", "b"], { allowSelf: true }), undefined);
  assert.equal(says(["a", "b", "c"]), undefined);
  assert.equal(says(["a"], { needed: 1 }), undefined);
  assert.match(says(["a", "b"], { needed: 3 }) ?? "", /Only 2 people can decide, so 2 approvals/);
});

test("approvers are the members of the roles and those named, but no viewers", () => {
  const team = [
    { id: "a", role: "owner" },
    { id: "b", role: "member" },
    { id: "c", role: "viewer" },
  ] as const;
  assert.deepEqual(approversNow({ roles: ["owner"], members: ["b", "c", "x"] }, team), ["a", "b"]);
});

test("every kind of data is in one group", () => {
  assert.deepEqual(Object.values(RESOURCE_GROUPS).flat().sort(), Object.keys(RULE_RESOURCES).sort());
});

test("a new rule has sentences before it is saved", () => {
  const written = ruleOf(draftOf());
  assert.match(sentenceOf({ ...rule, ...written }, names), /^When anyone except/);
});

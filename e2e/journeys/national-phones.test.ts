import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { agentDoors, requestAt } from "../src/agent-doors.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { postForm } from "../src/page-forms.ts";
import { teamApi } from "../src/team-api.ts";

/** A national number is one number at every door, by the country of the team (values.phones). */
const STORED = "+4930901820";
const NATIONAL = "030 901820";
const SPELLED = [NATIONAL, "(030) 90 18 20", "0049 30 901820", "+49 (0)30 901820", STORED];
const team = await newTeam("national-phones");
const { call, listed } = teamApi(() => team.token);
const column = { name: "ph", type: "phone", unique: true };
await call("POST", "data/tables", { name: "calls", display_name: "Calls", columns: [column] });
const filterOf = (field: string, value: string) =>
  encodeURIComponent(JSON.stringify({ field, op: "eq", value }));
const form = {
  ...{ title: "Call me", status: "published", settings: { public: true } },
  fields: [{ id: "ph", label: "Phone", type: "phone", maps_to: "phone", required: true }],
};
assert.equal((await call("POST", "forms", form)).status, 201);

test("without a country a national number is refused, with what to do", async () => {
  for (const [path, body, field] of [
    ["data/tables/calls/rows", { data: { ph: NATIONAL } }, "data.ph"],
    ["contacts", { phone: NATIONAL }, "phone"],
    ["comms/send", { to: NATIONAL, text: "Hello" }, "to"],
  ] as const) {
    const { status, body: answer } = await call("POST", path, body);
    const { errors } = answer as { errors: { field: string; message: string }[] };
    assert.deepEqual([status, errors.map((one) => one.field)], [422, [field]], path);
    assert.match(errors[0]?.message ?? "", /Begin the number with \+ .* or set the team's country/, path);
  }
  // Settings of a team are nothing to those who fill in its form.
  const { body } = await call("POST", "forms/call-me/submissions", { data: { ph: NATIONAL } });
  assert.match(JSON.stringify(body), /Write a telephone number with its country code/);
  await jst("config", "set", "--team", team.slug, "team.country", "DE");
  await until("the country is in force", 60_000, async () => {
    const { status } = await call("POST", "data/tables/calls/rows", { data: { ph: NATIONAL } });
    return status === 201 || undefined;
  });
  assert.equal(((await call("GET", "config")).body as { country: string }).country, "DE");
});

test("a cell, a filter, an upsert, and a row by an agent mean the number however it is spelled", async () => {
  for (const ph of SPELLED) {
    const taken = await call("POST", "data/tables/calls/rows", { data: { ph } });
    assert.equal(taken.status, 409, ph);
    const rows = await listed<{ data: object }>(
      `data/tables/calls/rows?filter=${filterOf("ph", ph)}`,
      "rows",
    );
    assert.deepEqual(
      rows.map(({ data }) => data),
      [{ ph: STORED }],
      ph,
    );
    const upserted = await call("POST", "data/tables/calls/rows:batch", {
      ...{ rows: [{ data: { ph } }], upsert_on: "ph" },
    });
    assert.ok(upserted.status < 300, JSON.stringify(upserted.body));
  }
  assert.equal((await listed("data/tables/calls/rows", "rows")).length, 1);
  for (const [place, door] of agentDoors.entries()) {
    const values = { table_id: "calls", data: { ph: `030 90182${place + 1}` } };
    await send({ ...requestAt(door, { name: "insert_row", values }), token: team.token });
  }
});

test("contacts, answers and messages mean the number however it is spelled", async () => {
  const made = await call("POST", "contacts", { first_name: "Ada", phone: NATIONAL });
  const { id, phone } = made.body as { id: string; phone: string };
  assert.equal(phone, STORED);
  for (const spelled of SPELLED) {
    for (const query of [`phone=${encodeURIComponent(spelled)}`, `filter=${filterOf("phone", spelled)}`]) {
      const found = await listed<{ id: string; phone: string }>(`contacts?${query}`, "contacts");
      assert.ok(found.some((one) => one.id === id) && found.every((one) => one.phone === STORED), query);
    }
    const sent = new URLSearchParams({ ph: spelled }).toString();
    assert.equal((await postForm(`/p/forms/${team.slug}/call-me`, sent)).statusCode, 303, spelled);
    const answered = await call("POST", "forms/call-me/submissions", { data: { ph: spelled } });
    assert.equal(answered.status, 201, spelled);
    const consent = {
      address: spelled,
      channel: "sms",
      status: "opted_in",
      purpose: "transactional",
      source: "a call",
      basis: "consent",
    };
    const recorded = await call("POST", "comms/consents", consent);
    assert.equal(recorded.status, 201, JSON.stringify(recorded.body));
    const message = await call("POST", "comms/send", { to: spelled, text: "Hello" });
    assert.equal((message.body as { to: string }).to, STORED, JSON.stringify(message.body));
  }
  const answers = await listed<{ data: object }>("forms/call-me/submissions", "submissions");
  assert.deepEqual(new Set(answers.map(({ data }) => JSON.stringify(data))), new Set([`{"ph":"${STORED}"}`]));
  const query = `to=${encodeURIComponent(NATIONAL)}`;
  const messages = await listed(`comms/messages?${query}`, "messages");
  assert.equal(messages.length, SPELLED.length);
});

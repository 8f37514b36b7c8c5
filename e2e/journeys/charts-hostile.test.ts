import assert from "node:assert/strict";
import { before, test } from "node:test";
import { importCharts } from "../src/charts.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

let token = "";
let chart = "";
before(async () => {
  const team = await newTeam("charts-hostile");
  token = team.token;
  for (const key of ["emr.enabled", "wellness.enabled"])
    await jst("config", "set", "--team", team.slug, `modules.${key}`, "true");
  const identifier = [{ system: "urn:clinic", value: "MRN-1" }];
  const name = [{ family: "Lovelace", given: ["Ada"] }];
  const { resources } = await importCharts(team.slug, [{ resourceType: "Patient", identifier, name }]);
  chart = `/api/v1/emr/patients/${resources[0]?.id ?? ""}`;
});

interface Entry {
  status: number;
  ip: string;
  purpose_of_use?: string;
}

async function lastLook(): Promise<Entry | undefined> {
  const { body } = await send({ path: "/api/v1/audit?resource=emr&limit=1", token });
  return (body as { audit: Entry[] }).audit[0];
}

test("a purpose of 10 kB is refused with its place and without itself, and is on record as refused", async () => {
  const purpose = "x".repeat(10_000);
  const answer = await send({ path: chart, token, headers: { "x-purpose-of-use": purpose } });
  assert.equal(answer.status, 400);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  const text = JSON.stringify(answer.body);
  assert.ok(text.includes("X-Purpose-Of-Use") && !text.includes("xxx"), text);
  const look = await lastLook();
  assert.deepEqual([look?.status, look?.purpose_of_use], [400, undefined]);
});

test("the address on record is the one that the gateway sees, whatever the client says", async () => {
  const addressOf = async (headers: Record<string, string>) => {
    assert.equal((await send({ path: chart, token, headers })).status, 200);
    return (await lastLook())?.ip;
  };
  const honest = await addressOf({});
  assert.equal(await addressOf({ "x-forwarded-for": "203.0.113.9", "x-real-ip": "203.0.113.9" }), honest);
  assert.match(honest ?? "", /[.:]/);
  assert.notEqual(honest, "203.0.113.9");
});

test("a chart is answered whole, whatever the client says that it has", async () => {
  for (const headers of [{ "if-none-match": "*" }, { "if-modified-since": new Date().toUTCString() }]) {
    const answer = await send({ path: chart, token, headers });
    assert.deepEqual([answer.status, answer.headers.get("etag")], [200, null]);
  }
});

for (const q of [
  "' or 1=1 --",
  "'; drop table emr.patients; --",
  "%%",
  "__",
  "\\\\",
  "name:contains=ada",
  "identifier=urn:clinic|MRN-1",
  "_has:Observation:patient:code=718-7",
  "ada,lovelace",
])
  test(`the roster is asked for ${q} by its letters and finds nobody`, async () => {
    const found = await send({ path: `/api/v1/emr/patients?q=${encodeURIComponent(q)}`, token });
    assert.deepEqual([found.status, (found.body as { patients: unknown[] }).patients], [200, []]);
    const all = await send({ path: "/api/v1/emr/patients?q=lovelace", token });
    assert.equal((all.body as { patients: unknown[] }).patients.length, 1);
  });

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { JsonSchema } from "@jst/rpc";
import { rpcs } from "../gen/registry.ts";
import { reader, testEmr } from "./testing/test-emr.ts";
import { heartRate, loinc, wellnessOf, wellnessTeam } from "./testing/wellness-samples.ts";

/** A refusal names members and repeats no value of them (clinical.refusals). */
const { door } = await testEmr();
const { service, contact } = wellnessTeam();
const caller = reader(service);
await wellnessOf(door).consent(service, contact);

/** Values that a text of the platform never has of its own. */
const VALUES: readonly unknown[] = [
  "zqx7 secret",
  "zqx7",
  "zqx7\u0000",
  ["zqx7"],
  { zq: "zqx7" },
  98_765_432.25,
  -98_765_432.25,
  "2098-07-13T07:13:11Z",
  "2098-13-07",
];
const REPEATED = /zqx7|98_?765_?432|98,765,432|2098-/;

/** Parameters that name fields, which a refusal repeats. */
const FIELD_NAMES: readonly string[] = ["sort"];

/** Right bodies of each route that takes one; a part of each is changed. */
const SAMPLES: Readonly<Record<string, readonly object[]>> = {
  CreateWellnessConsent: [
    { contact_id: contact, categories: ["vitals"], purposes: ["care"] },
    { action: "grant", id: randomUUID() },
  ],
  CreateObservations: [
    heartRate(contact),
    { observations: [heartRate(contact)] },
    heartRate(contact, {
      code: loinc("85354-9"),
      value: undefined,
      unit: undefined,
      effective_at: undefined,
      effective_period: { start: "2026-03-01T08:00:00Z", end: "2026-03-01T08:10:00Z" },
      components: ["8480-6", "8462-4"].map((code) => ({ code: loinc(code), value: 90, unit: "mm[Hg]" })),
    }),
  ],
};

const routes = rpcs.filter(({ access }) => access !== "internal");
for (const { method, path, query, request } of routes)
  test(`no refusal of ${method} repeats a value that was sent`, async () => {
    const ids = Object.fromEntries(path.map((name) => [name, randomUUID()]));
    const refusals: unknown[] = [];
    const call = async (rest: object) => {
      const { status, headers, body } = await door.call(method, { caller, path: ids, ...rest });
      assert.ok(status < 500, JSON.stringify(body));
      if (status < 400) return;
      const said = { ...(body as object), request_id: "" };
      refusals.push(said);
      assert.doesNotMatch(JSON.stringify([headers, said]), REPEATED, JSON.stringify(rest));
    };
    await call({ headers: { "x-purpose-of-use": "zqx7 secret" } });
    for (const name of path) await call({ path: { ...ids, [name]: "zqx7" } });
    const parameters = namesOf(query).filter((name) => !FIELD_NAMES.includes(name));
    for (const name of [...parameters, "unknown"])
      for (const value of VALUES) await call({ query: `${name}=${encodeURIComponent(String(value))}` });
    if (request !== null) for (const body of bodiesOf(method, request)) await call({ body });
    assert.ok(refusals.length > 0);
  });

function namesOf(schema: JsonSchema | null): string[] {
  return Object.keys(schema?.["properties"] ?? {});
}

/** Each member of each sample, and each member that the schema has beside them, with each of the values. */
function bodiesOf(method: string, request: JsonSchema): unknown[] {
  const samples = SAMPLES[method];
  assert.ok(samples !== undefined, `${method} takes a body: give a right one to SAMPLES.`);
  return samples.flatMap((sample) => {
    const more = namesOf(request).filter((name) => !(name in sample));
    const places = [...placesOf(sample), ...more.map((name) => [name])];
    return places.flatMap((place) => VALUES.map((value) => changed(sample, place, value)));
  });
}

function placesOf(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [at];
  const within = Object.entries(value).flatMap(([name, member]) => placesOf(member, [...at, name]));
  return at.length === 0 ? within : [at, ...within];
}

function changed(value: unknown, [name, ...rest]: readonly string[], to: unknown): unknown {
  if (name === undefined) return to;
  if (Array.isArray(value))
    return value.map((one: unknown, place) => (String(place) === name ? changed(one, rest, to) : one));
  const copy: Record<string, unknown> = { ...(value as object) };
  copy[name] = changed(copy[name], rest, to);
  return copy;
}

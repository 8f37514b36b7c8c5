import { PostgresProxy } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { ada, reader, testEmr } from "../testing/test-emr.ts";

let proxy: PostgresProxy;
const { door, take, sql } = await testEmr(undefined, async (made) => {
  proxy = await PostgresProxy.to(made.url);
  return proxy.url;
});
after(() => proxy.close());

const identified = (value: string) =>
  ada({ id: value, identifier: [{ system: "urn:clinic", value, type: { coding: [{ code: "MR" }] } }] });

/** Ids differ, and the milliseconds that a call has left; everything else is compared. */
const alike = (body: string) =>
  body.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID").replaceAll(/\b\d{5}\b/g, "MS");

for (const method of ["GetPatient", "ListProblems", "ListMedications", "ListAllergies", "GetLabs"])
  test(`${method}: every absent patient costs the same statements, so that timing reveals nothing`, async () => {
    const [caller, other] = [reader(), reader()];
    const own = await take(caller, [identified("1"), identified("2")], false);
    const [pending = "", removed = ""] = own.resources.map(({ id }) => id);
    const foreign = (await take(other, [identified("1")])).resources[0]?.id ?? "";
    await sql("update emr.patients set status = 'removed' where id = $1", [removed]);
    const asked = { absent: randomUUID(), malformed: "no-id", foreign, pending, removed };
    const seen: string[] = [];
    proxy.judge = ({ type, body }) => {
      seen.push(`${type} ${alike(body)}`);
      return "pass";
    };
    const statements = async (patient_id: string) => {
      seen.length = 0;
      assert.equal((await door.call(method, { caller, path: { patient_id } })).status, 404);
      return [...seen];
    };
    // Lets each connection do its one-time work first.
    for (let n = 0; n < 6; n += 1) await statements(asked.absent);
    const runs: Record<string, string[]> = {};
    for (const [name, id] of Object.entries(asked)) runs[name] = await statements(id);
    proxy.judge = () => "pass";
    assert.ok((runs["absent"] ?? []).length > 0);
    for (const [name, run] of Object.entries(runs)) assert.deepEqual(run, runs["absent"], name);
  });

import assert from "node:assert/strict";
import { test } from "node:test";
import { testComms } from "../testing/test-comms.ts";
import { testNotices, testPeople, wanted } from "../testing/test-notices.ts";
import { sweepNotices } from "./sweep-notices.ts";

const comms = await testComms();
const { sql, database } = comms;
const { take, titles } = testNotices(comms);

test("notices, and the record of their facts, are removed after 90 days", async () => {
  const { teamId, owner } = testPeople(comms);
  const [old, young] = [wanted(teamId, { title: "Old" }), wanted(teamId, { title: "Young" })];
  await take(teamId, old, young);
  for (const table of ["notifications", "notice_facts"])
    await sql(
      `update comms.${table} set created_at = now() - make_interval(days => case when fact_id = $2 then 91 else 89 end) where team_id = $1`,
      [teamId, old.fact_id],
    );
  await sweepNotices(database.urlOf("comms_worker"));
  assert.deepEqual(await titles(owner), ["Young"]);
  const left = await sql("select fact_id from comms.notice_facts where team_id = $1", [teamId]);
  assert.deepEqual(left, [{ fact_id: young.fact_id }]);
});

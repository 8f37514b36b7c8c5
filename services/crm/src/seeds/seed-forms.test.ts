import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { fieldTypes } from "@jst/answers";
import { testCrm } from "../testing/test-crm.ts";

const { door, stored } = await testCrm();

test("seeded by five at once and again, a team has one public form of every type but file, with three submissions", async () => {
  const caller = testCaller();
  const seed = () => door.operate("SeedForms", { team_id: caller.team_id });
  const runs = await Promise.all(Array.from({ length: 5 }, seed));
  const { body } = await seed();
  const made = body as { forms: string[]; submissions: string[] };
  for (const run of runs) assert.deepEqual([run.status, run.body], [200, made]);
  const [slug = ""] = made.forms;
  const form = (await door.call("GetForm", { caller, path: { slug } })).body;
  assert.deepEqual([form.status, form.settings.public, form.submission_count], ["published", true, 3]);
  const types = form.fields.map(({ type }: { type: string }) => type);
  assert.deepEqual([...new Set(types), "file"].sort(), Object.keys(fieldTypes).sort());
  const query = "sort=submitted_at:asc";
  const { submissions } = (await door.call("ListSubmissions", { caller, path: { slug }, query })).body;
  assert.deepEqual(
    submissions.map(({ id }: { id: string }) => id),
    made.submissions,
  );
  assert.equal((await stored(caller.team_id)).contacts, 3);
  assert.deepEqual((await door.call("ListForms", { caller: testCaller() })).body.forms, []);
});

import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, teamIdOf } = await testAuth();

test("an export of the agent service stands in the log when it is answered (moving.record)", async () => {
  const team_id = await teamIdOf(await newTeam());
  const ids = { team_id, actor_id: randomUUID(), token_id: randomUUID(), request_id: randomUUID() };
  const made = { ...ids, actor_type: "service", resource: "changesets", reason: "changesets: 2 rows as csv" };
  const reply = await door.callAs("agent", "RecordExport", made);
  assert.deepEqual([reply.status, reply.body], [200, { recorded: 1 }]);
  const { body } = await door.call("ListAudit", {
    caller: testCaller({ team_id }),
    query: "action=list.export",
  });
  const [entry] = body.audit as Record<string, unknown>[];
  assert.deepEqual(
    [entry?.["resource"], entry?.["outcome"], entry?.["reason"], entry?.["request_id"]],
    ["changesets", "success", made.reason, ids.request_id],
  );
});

import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";

const { door } = await testData();

test("tables of the team are found; those of others and ids of nothing are left out", async () => {
  const [caller, other] = [testCaller(), testCaller()];
  const made = async (by: typeof caller) => {
    const reply = await door.call("CreateTable", {
      caller: by,
      body: { display_name: "Orders", columns: [] },
    });
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    return reply.body.id as string;
  };
  const [own, foreign] = [await made(caller), await made(other)];
  const body = { team_id: caller.team_id, ids: [own, foreign, randomUUID()] };
  assert.deepEqual((await door.callAs("comms", "FindTables", body)).body, { ids: [own] });
});

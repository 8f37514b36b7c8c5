import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { commentCalls, on, team } from "../testing/test-comments.ts";
import { testCrm } from "../testing/test-crm.ts";

const crm = await testCrm();
const { contactOf, add, get } = commentCalls(crm);

test("one comment reads back to readers of its thing; an absent and a foreign one are the same 404", async () => {
  const { service, viewer } = team();
  const { body } = await add(service, on(await contactOf(service)));
  const read = await get(viewer, body.id);
  assert.deepEqual([read.status, read.body, read.headers["etag"]], [200, body, '"1"']);
  for (const reply of [await get(team().service, body.id), await get(service, randomUUID())])
    assert.deepEqual([reply.status, reply.body.code], [404, "not_found"]);
});

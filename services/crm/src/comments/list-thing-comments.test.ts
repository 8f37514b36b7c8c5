import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { commentCalls, faultsOf, on, team, textsOf } from "../testing/test-comments.ts";
import { testCrm } from "../testing/test-crm.ts";

const crm = await testCrm();
const { contactOf, add, listed, patch, get } = commentCalls(crm);

describe("a reply", () => {
  test("belongs to a first comment on the same thing, and opens it again", async () => {
    const { service } = team();
    const [id, elsewhere] = [await contactOf(service), await contactOf(service)];
    const { body: first } = await add(service, on(id));
    assert.equal((await patch(service, first.id, { resolved: true })).body.resolved_by.type, "service");
    assert.deepEqual(textsOf(await listed(service, id, "&resolved=true")), ["Hello"]);
    assert.deepEqual(textsOf(await listed(service, id, "&resolved=false")), []);
    const reply = await add(service, on(id, { parent_id: first.id, text: "Yes" }));
    assert.deepEqual([reply.status, reply.body.parent_id], [201, first.id]);
    assert.equal((await get(service, first.id)).body.resolved_at, null);
    assert.deepEqual(textsOf(await listed(service, id, "&resolved=false")), ["Hello", "Yes"]);
    const faulty = [
      await add(service, on(id, { parent_id: reply.body.id })),
      await add(service, on(elsewhere, { parent_id: first.id })),
      await add(service, on(id, { parent_id: randomUUID() })),
    ];
    assert.deepEqual(faulty.map(faultsOf), [
      [422, "parent_id invalid"],
      [422, "parent_id not_found"],
      [422, "parent_id not_found"],
    ]);
    assert.deepEqual(faultsOf(await patch(service, reply.body.id, { resolved: true })), [
      422,
      "resolved invalid",
    ]);
  });
});

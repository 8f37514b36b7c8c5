import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { commentCalls, on, team } from "../testing/test-comments.ts";
import { testCrm } from "../testing/test-crm.ts";

const crm = await testCrm();
const { contactOf, add, listed, remove, get } = commentCalls(crm);

describe("a first comment (comments.replies)", () => {
  test("keeps its deleted first comment in the list, without what it said", async () => {
    const { service } = team();
    const id = await contactOf(service);
    const { body: first } = await add(service, on(id));
    const { body: reply } = await add(service, on(id, { parent_id: first.id, text: "Yes" }));
    const gone = await remove(service, first.id);
    assert.deepEqual([gone.status, gone.body], [200, { id: first.id, deleted: true }]);
    const { comments } = (await listed(service, id)).body;
    assert.deepEqual(
      comments.map(({ text, html, mentions }: Record<string, unknown>) => [
        text,
        html === null,
        mentions === null,
      ]),
      [
        [null, true, true],
        ["Yes", false, false],
      ],
    );
    assert.equal((await get(service, first.id)).status, 404);
    assert.equal((await remove(service, reply.id)).status, 200);
    assert.deepEqual((await listed(service, id)).body.comments, []);
  });
});

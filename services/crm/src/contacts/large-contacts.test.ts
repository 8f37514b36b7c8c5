import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGE_BYTES_MAX } from "@jst/query";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();
const caller = testCaller();
const count = 18;

/** Contacts of 500 KB each; every third has no company, and the others share two. */
const made: string[] = [];
for (let index = 0; index < count; index += 1) {
  const company = ["a", "b", undefined][index % 3];
  const body = { first_name: `n${index}`, company, custom: { note: String(index).repeat(250_000) } };
  made.push((await door.call("CreateContact", { caller, body: JSON.parse(JSON.stringify(body)) })).body.id);
}

for (const sort of ["created_at:desc", "company:asc", "company:desc,first_name:asc"]) {
  test(`a page of large contacts by ${sort} ends before 4 MiB, and a walk holds each contact once`, async () => {
    const ids: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const parameters: Record<string, string> = { sort, limit: "500", count: "exact" };
      const query = new URLSearchParams(cursor === null ? parameters : { ...parameters, cursor }).toString();
      const { status, body } = await door.call("ListContacts", { caller, query });
      assert.equal(status, 200);
      assert.ok(JSON.stringify(body.contacts).length <= PAGE_BYTES_MAX + 2);
      assert.deepEqual([body.total, body.has_more], [count, body.next_cursor !== null]);
      ids.push(...body.contacts.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
      pages += 1;
    } while (cursor !== null);
    assert.deepEqual([...ids].sort(), [...made].sort());
    assert.ok(pages > 1);
    const small = new URLSearchParams({ sort, limit: "4" }).toString();
    const first = await door.call("ListContacts", { caller, query: small });
    assert.deepEqual(
      first.body.contacts.map(({ id }: { id: string }) => id),
      ids.slice(0, 4),
    );
  });
}

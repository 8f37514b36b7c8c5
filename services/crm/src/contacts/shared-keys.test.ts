import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();
const COUNT = 24;

/** The list in an order of chance. */
const shuffled = (list: readonly string[]): string[] =>
  list
    .map((one): [number, string] => [Math.random(), one])
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);

test("contacts that come to share a telephone number, a name and a company at once are all stored, and all listed", async () => {
  for (let round = 0; round < 6; round += 1) {
    const caller = testCaller();
    const ids: string[] = [];
    for (let n = 0; n < COUNT; n += 1) {
      const body = { first_name: "Ada", last_name: `L${n}`, email: `a${n}@x.test` };
      ids.push((await door.call("CreateContact", { caller, body })).body.id as string);
    }
    const patched = (bodyOf: (n: number) => object) =>
      Promise.all(
        shuffled(ids).map((contact_id, n) =>
          door.call("UpdateContact", { caller, path: { contact_id }, body: bodyOf(n) }),
        ),
      );
    const same = { last_name: "Lovelace", company: "Engines", phone: "+4930123456" };
    const moved = (n: number) => ({ company: `Co ${n % 2}`, phone: `+49301234${n % 3}` });
    for (const bodyOf of [() => same, moved, () => same])
      for (const { status, body } of await patched(bodyOf)) assert.equal(status, 200, JSON.stringify(body));
    const { body } = await door.call("ListDuplicates", { caller, query: "limit=500" });
    const pairs = body.duplicates as { reasons: string[] }[];
    assert.equal(pairs.length, (COUNT * (COUNT - 1)) / 2);
    for (const { reasons } of pairs) assert.deepEqual(reasons, ["phone", "name_company"]);
  }
});

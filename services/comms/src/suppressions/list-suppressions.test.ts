import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";

const { door } = await testComms();

test("suppressions that stand are listed by address, channel and reason, of the own team alone", async () => {
  const caller = testCaller();
  const create = async (body: object) =>
    (await door.call("CreateSuppression", { caller, body })).body.id as string;
  const list = async (query: string, by = caller) => {
    const { status, body } = await door.call("ListSuppressions", { caller: by, query });
    assert.equal(status, 200, JSON.stringify(body));
    return (body.suppressions as { id: string }[]).map(({ id }) => id);
  };
  const mail = await create({ address: "Ada@Example.com", reason: "spam_complaint" });
  const sms = await create({ address: "+14155550100" });
  const lifted = await create({ address: "bo@example.com" });
  await door.call("DeleteSuppression", { caller, path: { suppression_id: lifted } });
  assert.deepEqual(await list(""), [sms, mail]);
  assert.deepEqual(await list("address=ADA@example.com"), [mail]);
  assert.deepEqual(await list("address=+14155550100"), [sms]);
  assert.deepEqual(await list("channel=sms"), [sms]);
  assert.deepEqual(await list("reason=spam_complaint"), [mail]);
  assert.deepEqual(await list("", testCaller()), []);
});

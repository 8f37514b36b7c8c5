import { testCaller, testNormalizer, toldFaults } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { texts } from "../texts.ts";

const { database, door } = await testCrm();
const { walk, retry, noted, asBefore } = testNormalizer("crm", database, texts);
const told = toldFaults(door);

const NFC = "josé@example.org";
const NFD = NFC.normalize("NFD");

test("of two contacts that become one the second stays as it was: reported, a duplicate, 409 to write, until one is free", async () => {
  const caller = testCaller();
  const { team_id: team } = caller;
  const create = async (body: object) =>
    (await door.call("CreateContact", { caller, body })).body as { id: string };
  const patch = (id: string, body: object) =>
    door.call("UpdateContact", { caller, path: { contact_id: id }, body });
  const first = await create({ email: NFC, external_id: "é" });
  const second = await create({ email: "other@example.org", external_id: "other" });
  // As migration 0042 leaves two contacts that became one: the second has its former key.
  await asBefore(
    "update crm.contacts set email = $2, email_key = $2, external_id = $3, last_name = $4 where id = $1",
    [second.id, NFD, "e\u0301", "Mu\u0308ller"],
  );
  await asBefore("delete from crm.contact_keys where contact_id = $1", [second.id]);
  await asBefore(
    `insert into crm.contact_keys
      select c.team_id, k.reason, k.key, c.created_at, c.id, false
      from crm.contacts c cross join lateral crm.keys_of(c) k where c.id = $1 and k.reason = 'email'`,
    [second.id],
  );
  assert.equal(await walk(team), 0);
  const columns = ["last_name", "email", "external_id"];
  assert.deepEqual(await noted(team), [{ relation: "contacts", key: [second.id], columns }]);
  const [fault] = await told(caller);
  assert.deepEqual(
    [fault?.component, fault?.state, fault?.path],
    ["normalization", "failing", "/contacts/duplicates"],
  );
  assert.match(fault?.reason ?? "", /contacts \(last_name, email, external_id\)/);
  assert.deepEqual(await told(testCaller()), []);
  const { duplicates } = (await door.call("ListDuplicates", { caller })).body as {
    duplicates: { reasons: string[] }[];
  };
  assert.equal(duplicates.length, 1);
  for (const body of [{ email: NFC }, { external_id: "é" }]) {
    const refused = await patch(second.id, body);
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.existing_id],
      [409, "contact_exists", first.id],
    );
  }
  assert.equal((await patch(second.id, { title: "Dr" })).status, 200);
  assert.equal((await patch(first.id, { email: null, phone: "+4930901820", external_id: null })).status, 200);
  assert.equal(await retry(team), 1);
  const { body: stored } = await door.call("GetContact", { caller, path: { contact_id: second.id } });
  assert.deepEqual([stored.email, stored.external_id, stored.last_name], [NFC, "é", "Müller"]);
  assert.deepEqual([await noted(team), await told(caller)], [[], []]);
});

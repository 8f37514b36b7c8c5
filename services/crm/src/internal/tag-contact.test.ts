import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door, stored } = await testCrm();
const newContact = async (caller: ReturnType<typeof testCaller>, tags: string[] = []) =>
  (await door.call("CreateContact", { caller, body: { first_name: "Ada", tags } })).body.id as string;
const tag = (team_id: string, contact_id: string, name: string) =>
  door.callAs("comms", "TagContact", { team_id, contact_id, tag: name });

test("a tag is put on once, with its event, by the platform; of ten at once none is lost", async () => {
  const caller = testCaller();
  const id = await newContact(caller, ["vip"]);
  const names = Array.from({ length: 10 }, (_, n) => `t${n}`);
  const replies = await Promise.all([...names, ...names].map((name) => tag(caller.team_id, id, name)));
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  const { body } = await door.call("GetContact", { caller, path: { contact_id: id } });
  assert.deepEqual([body.tags.toSorted(), body.version], [["vip", ...names].toSorted(), 11]);
  const { events } = await stored(caller.team_id);
  assert.equal(events.filter(({ type }) => type === "contact.updated").length, 10);
});

test("an archived contact, another team's and one with fifty tags are refused and stay as they are", async () => {
  const caller = testCaller();
  const full = await newContact(
    caller,
    Array.from({ length: 50 }, (_, n) => `t${n}`),
  );
  assert.equal((await tag(caller.team_id, full, "more")).body.code, "limit_reached");
  assert.equal((await tag(testCaller().team_id, full, "more")).status, 404);
  const gone = await newContact(caller);
  await door.call("ArchiveContact", { caller, path: { contact_id: gone } });
  assert.equal((await tag(caller.team_id, gone, "more")).status, 404);
  const { body } = await door.call("GetContact", { caller, path: { contact_id: gone } });
  assert.deepEqual(body.tags, []);
});

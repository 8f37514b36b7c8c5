import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();

/** A team with contacts named and grouped so that every sort has ties and empty values. */
async function teamOf(count: number) {
  const caller = testCaller();
  const made: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = { first_name: `n${index}`, ...(index % 3 === 0 ? {} : { company: `c${index % 3}` }) };
    made.push((await door.call("CreateContact", { caller, body })).body.id);
  }
  const list = (parameters: Record<string, string>, who = caller) =>
    door.call("ListContacts", { caller: who, query: new URLSearchParams(parameters).toString() });
  return { caller, made, list };
}

type Team = Awaited<ReturnType<typeof teamOf>>;

/** Ids of all pages of a list, and how many pages there were. */
async function pages({ list }: Team, parameters: Record<string, string>, between?: () => Promise<unknown>) {
  const ids: string[] = [];
  let cursor: string | null = null;
  let count = 0;
  do {
    const { status, body } = await list(cursor === null ? parameters : { ...parameters, cursor });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.has_more, body.next_cursor !== null);
    ids.push(...body.contacts.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
    count += 1;
    await between?.();
  } while (cursor !== null);
  return { ids, count };
}

test("pages hold every contact once, in the order of the whole, whatever the sort", async () => {
  const team = await teamOf(10);
  const sorts = [
    "created_at:desc",
    "created_at:asc",
    "company:asc",
    "company:desc,first_name:asc",
    "version:asc",
    "id:desc",
  ];
  for (const sort of sorts) {
    const whole = await pages(team, { sort });
    const paged = await pages(team, { sort, limit: "3" });
    assert.deepEqual([paged.ids, paged.count], [whole.ids, 4], sort);
    assert.deepEqual([...paged.ids].sort(), team.made, sort);
  }
});

test("a last page that is exactly full says that nothing follows", async () => {
  const team = await teamOf(4);
  assert.equal((await pages(team, { limit: "2" })).count, 2);
});

test("contacts created and archived between pages neither repeat nor hide others", async () => {
  const team = await teamOf(6);
  const [oldest = ""] = team.made;
  let turns = 0;
  const { ids } = await pages(team, { limit: "2" }, async () => {
    if (turns++ > 0) return;
    await door.call("CreateContact", { caller: team.caller, body: { first_name: "late" } });
    await door.call("ArchiveContact", { caller: team.caller, path: { contact_id: oldest } });
  });
  assert.deepEqual(ids, team.made.slice(1).reverse());
});

test("a cursor serves its own team, sort and filter and nothing else; not one bit of it may differ", async () => {
  const team = await teamOf(3);
  const { body } = await team.list({ limit: "1", sort: "first_name:asc" });
  const cursor = body.next_cursor as string;
  const refused: Record<string, [Record<string, string>, typeof team.caller?]> = {
    "another sort": [{ sort: "first_name:desc", cursor }],
    "the default sort": [{ cursor }],
    "another filter": [{ sort: "first_name:asc", archived: "all", cursor }],
    "another team": [{ sort: "first_name:asc", cursor }, testCaller()],
    "a byte cut": [{ sort: "first_name:asc", cursor: cursor.slice(0, -1) }],
    "a bit flipped": [{ sort: "first_name:asc", cursor: flipped(cursor) }],
    "padding added": [{ sort: "first_name:asc", cursor: `${cursor}=` }],
    "a blank added": [{ sort: "first_name:asc", cursor: `${cursor} ` }],
  };
  for (const [what, [parameters, who]] of Object.entries(refused)) {
    const reply = await team.list(parameters, who);
    assert.deepEqual([reply.status, reply.body.code], [400, "invalid_cursor"], what);
  }
  assert.equal((await team.list({ sort: "first_name:asc", limit: "2", cursor })).body.contacts.length, 2);
});

test("a page has at most 500 contacts, whatever limit asks; the rest is on the next", async () => {
  const { list, caller } = await teamOf(0);
  const create = () => door.call("CreateContact", { caller, body: { first_name: "Ada" } });
  await Promise.all(Array.from({ length: 501 }, create));
  for (const limit of ["500", "501", "1000000000"]) {
    const { body } = await list({ limit });
    assert.deepEqual([body.contacts.length, body.has_more], [500, true], limit);
    const next = (await list({ limit, cursor: body.next_cursor })).body;
    assert.deepEqual([next.contacts.length, next.next_cursor], [1, null], limit);
  }
});

function flipped(cursor: string): string {
  const bytes = Buffer.from(cursor, "base64url");
  bytes[10] = (bytes[10] ?? 0) ^ 1;
  return bytes.toString("base64url");
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller, testNotes } from "@jst/testing";

const { door } = await testNotes();

/** A team with notes named and grouped so that every sort has ties and empty values. */
async function teamOf(count: number) {
  const caller = testCaller();
  const made: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = { title: `n${index}`, ...(index % 3 === 0 ? {} : { color: `c${index % 3}` }) };
    made.push((await door.call("CreateNote", { caller, body })).body.id);
  }
  const list = (parameters: Record<string, string>, who = caller) =>
    door.call("ListNotes", { caller: who, query: new URLSearchParams(parameters).toString() });
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
    ids.push(...body.notes.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
    count += 1;
    await between?.();
  } while (cursor !== null);
  return { ids, count };
}

test("pages hold every note once, in the order of the whole, whatever the sort", async () => {
  const team = await teamOf(10);
  const sorts = [
    "created_at:desc",
    "created_at:asc",
    "color:asc",
    "color:desc,title:asc",
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

test("notes created and archived between pages neither repeat nor hide others", async () => {
  const team = await teamOf(6);
  const [oldest = ""] = team.made;
  let turns = 0;
  const { ids } = await pages(team, { limit: "2" }, async () => {
    if (turns++ > 0) return;
    await door.call("CreateNote", { caller: team.caller, body: { title: "late" } });
    await door.call("ArchiveNote", { caller: team.caller, path: { note_id: oldest } });
  });
  assert.deepEqual(ids, team.made.slice(1).reverse());
});

test("a cursor serves its own team, sort and filter and nothing else; not one bit of it may differ", async () => {
  const team = await teamOf(3);
  const { body } = await team.list({ limit: "1", sort: "title:asc" });
  const cursor = body.next_cursor as string;
  const refused: Record<string, [Record<string, string>, typeof team.caller?]> = {
    "another sort": [{ sort: "title:desc", cursor }],
    "the default sort": [{ cursor }],
    "another filter": [{ sort: "title:asc", archived: "all", cursor }],
    "another team": [{ sort: "title:asc", cursor }, testCaller()],
    "a byte cut": [{ sort: "title:asc", cursor: cursor.slice(0, -1) }],
    "a bit flipped": [{ sort: "title:asc", cursor: flipped(cursor) }],
    "padding added": [{ sort: "title:asc", cursor: `${cursor}=` }],
    "a blank added": [{ sort: "title:asc", cursor: `${cursor} ` }],
  };
  for (const [what, [parameters, who]] of Object.entries(refused)) {
    const reply = await team.list(parameters, who);
    assert.deepEqual([reply.status, reply.body.code], [400, "invalid_cursor"], what);
  }
  assert.equal((await team.list({ sort: "title:asc", limit: "2", cursor })).body.notes.length, 2);
});

test("a page has at most 500 notes, whatever limit asks; the rest is on the next", async () => {
  const { list, caller } = await teamOf(0);
  const create = () => door.call("CreateNote", { caller, body: { title: "Ada" } });
  await Promise.all(Array.from({ length: 501 }, create));
  for (const limit of ["500", "501", "1000000000"]) {
    const { body } = await list({ limit });
    assert.deepEqual([body.notes.length, body.has_more], [500, true], limit);
    const next = (await list({ limit, cursor: body.next_cursor })).body;
    assert.deepEqual([next.notes.length, next.next_cursor], [1, null], limit);
  }
});

function flipped(cursor: string): string {
  const bytes = Buffer.from(cursor, "base64url");
  bytes[10] = (bytes[10] ?? 0) ^ 1;
  return bytes.toString("base64url");
}

import type { Caller } from "@jst/caller";
import { propose, testNotes, testTeam } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";

const { door } = await testNotes();
const body = { title: "Ada", slug: "ada" };

type Path = Record<string, string> & { changeset_id: string };

const comment = (caller: Caller, path: Path, sent: object) =>
  door.call("CreateComment", { caller, path, body: sent });
const commentsOf = (caller: Caller, path: Path, query = "") =>
  door.call("ListComments", { caller, path, query });
const textsOf = ({ body: page }: { body: { comments: { text: string }[] } }) =>
  page.comments.map(({ text }) => text);

test("of 210 comments at once 200 are stored, pages meet, and the changeset shows the newest 20", async () => {
  const { member } = testTeam();
  const path = await propose(door, member, "CreateNote", { body });
  const replies = await Promise.all(
    Array.from({ length: 210 }, (_, index) => comment(member, path, { text: `Number ${index}` })),
  );
  const refused = replies.filter(({ status }) => status !== 201);
  assert.deepEqual(
    refused.map(({ status, body: problem }) => [status, problem.code as string]),
    Array.from({ length: 10 }, () => [422, "limit_reached"]),
  );
  const whole = textsOf(await commentsOf(member, path, "limit=500"));
  assert.equal(new Set(whole).size, 200);
  const walked: string[] = [];
  let cursor = "";
  do {
    const page = await commentsOf(member, path, `limit=70${cursor}`);
    walked.push(...textsOf(page));
    const next = page.body.next_cursor as string | null;
    cursor = next === null ? "" : `&cursor=${next}`;
  } while (cursor !== "");
  assert.deepEqual(walked, whole);
  const shown = (await door.call("GetChangeset", { caller: member, path })).body;
  assert.equal(shown.comment_count, 200);
  assert.deepEqual(textsOf({ body: shown }), whole.slice(-20));
  const other = await propose(door, member, "CreateNote", { body });
  const first = await commentsOf(member, path, "limit=1");
  const strange = await commentsOf(member, other, `cursor=${first.body.next_cursor}`);
  assert.deepEqual([strange.status, strange.body.code], [400, "invalid_cursor"]);
});

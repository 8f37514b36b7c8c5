import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Database, type Row, type Statement } from "@jst/db";
import { notesMigrations, teamContext, testDatabase } from "@jst/testing";
import { changesetUuid, type Change, type Image } from "./changes.ts";
import { namesIn } from "./names.ts";
import type { Mentions, Resources } from "./resource.ts";

const { url } = await testDatabase("crm", { migrations: notesMigrations });
const database = new Database({
  connectionString: url,
  poolSize: 2,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());

const mentions: Mentions = {
  resource: "notes",
  fields: ["id", "title", "created_at"],
  within: "created_at",
  find: (_, images) => ({
    text: `select jsonb_build_object('id', id, 'title', title, 'created_at', created_at) as image
      from notes where created_at = any($1::timestamptz[])`,
    values: [images.map((image) => image["created_at"])],
  }),
  idsOf: () => [],
};
/** Pages mention all notes of their day. */
const resources: Resources = {
  notes: { table: "crm.notes", noun: "note", scope: "articles" },
  pages: { table: "crm.pages", noun: "page", scope: "articles", images: { mentions } },
};
const monday = "2026-01-05T00:00:00+00:00";
const tuesday = "2026-01-06T00:00:00+00:00";
const page: Change = {
  resource: "pages",
  id: "00000000-0000-7000-8000-00000000000a",
  op: "update",
  before: null,
  after: { created_at: monday },
};

/** A team with a note of each day, what its changesets mention, and the bytes that are read for it. */
async function notebook() {
  const context = teamContext();
  let bytes = 0;
  const read = async (statement: Statement): Promise<readonly Row[]> => {
    const rows = await database.read(context, statement);
    bytes += JSON.stringify(rows).length;
    return rows;
  };
  const write = async (text: string, values: unknown[]): Promise<string> =>
    changesetUuid((await database.write(context, (tx) => tx.query({ text, values }))).changesetId);
  await write("insert into notes (title, created_at) values ('a', $1), ('b', $2)", [monday, tuesday]);
  return {
    write,
    names: (...own: { id: string; changes: Change[]; isPart: boolean }[]) =>
      namesIn(resources, own, { teamId: context.teamId, read }),
    recorded: async (id: string) =>
      (await read({
        text: "select resource, resource_id as id, op, before, after from changes where changeset_id = $1",
        values: [id],
      })) as (Change & Row)[],
    bytesRead: () => bytes,
  };
}

const titles = (images: readonly Image[]) => images.map(({ title }) => title);

test("of images that are only looked up no more is read than what mentions are shown by", async () => {
  const { write, names, bytesRead } = await notebook();
  const letters = "x".repeat(100_000);
  await write("update notes set data = jsonb_build_object('text', $1::text)", [letters]);
  const id = await write("update notes set title = title || '2'", []);
  const own = { id, changes: [page], isPart: true };
  const { before, after } = (await names(own))(own);
  assert.deepEqual([titles(before(monday)), titles(after(monday))], [["a"], ["a2"]]);
  assert.ok(bytesRead() < 2_000, String(bytesRead()));
});

test("what a changeset did puts nothing together of what it left alone, and of the rest once", async () => {
  const { write, names, recorded } = await notebook();
  const changed = await write("update notes set title = 'b2' where title = 'b'", []);
  const reading = { id: "00000000-0000-7000-8000-00000000000b", changes: [page], isPart: false };
  const changing = {
    id: changed,
    changes: [...(await recorded(changed)), page, { ...page, after: { created_at: tuesday } }],
    isPart: false,
  };
  const namesOf = await names(reading, changing);
  const [today, own] = [namesOf(reading), namesOf(changing)];
  assert.deepEqual(titles(today.after(monday)), ["a"]);
  assert.equal(own.before(monday), today.after(monday));
  assert.equal(own.after(monday), today.after(monday));
  assert.deepEqual(titles(own.before(tuesday)), ["b"]);
  assert.equal(own.before(tuesday), own.before(tuesday));
});

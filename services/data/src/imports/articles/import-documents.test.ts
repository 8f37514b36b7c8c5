import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { zipOf, type TestEntry } from "@jst/testing/zips";
import { refusal } from "../../testing/test-sheets.ts";
import { importer, testImports, type ShownImport } from "../../testing/test-imports.ts";

const { door, ofTeam } = await testImports();

const shown = (reply: { body: unknown }) => reply.body as ShownImport & { preset: string | null };
const ID = "0123456789abcdef0123456789abcdef";
const PNG = Buffer.from(
  "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082",
  "hex",
);

/** An export of Notion: pages in folders, pictures, a file, in an archive within an archive. */
const PAGES: TestEntry[] = [
  {
    name: `Handbook ${ID}.md`,
    content: `# Handbook\n\n[Leave](Handbook%20${ID}/Leave%20${"a".repeat(32)}.md) ![Plan](Handbook%20${ID}/plan.png)\n[gone](Gone.md)`,
  },
  {
    name: `Handbook ${ID}/Leave ${"a".repeat(32)}.md`,
    content: `---\ntags: [hr, time off]\n---\n# Leave\n\n[Up](../Handbook%20${ID}.md#top) ![Plan](copy.png) [Form](form.txt)`,
  },
  { name: `Handbook ${ID}/plan.png`, content: PNG, method: 0 },
  { name: `Handbook ${ID}/copy.png`, content: PNG, method: 0 },
  { name: `Handbook ${ID}/form.txt`, content: "Form" },
  { name: `Handbook ${ID}/unused.txt`, content: "Nobody links to it" },
];
const notion = (pages = PAGES) => zipOf([{ name: "Export-Part-1.zip", content: zipOf(pages), method: 0 }]);

async function created(files: Buffer, caller: Caller = importer(), body: object = {}) {
  const team = ofTeam(caller);
  const form = new FormData();
  form.append("file", new Blob([Uint8Array.from(files)]), "Export.zip");
  form.append("extract", "false");
  const stored = await door.fetch("/api/v1/files", { method: "POST", body: form, caller });
  const { id: file_id } = (await stored.json()) as { id: string };
  const before = await team.state();
  const { id } = shown(await team.create({ source: { file_id }, ...body }));
  const analysed = (await team.settled(id)) as ShownImport & { preset: string | null };
  const article = async (name: string) =>
    (await door.call("GetArticle", { caller, path: { article_id: name } })).body as Record<string, unknown>;
  const files_ = async () => {
    const { body: list } = await door.call("ListFiles", { caller, query: "folder=articles" });
    return list.files as { id: string; name: string; visibility: string; public_url: string | null }[];
  };
  const checked = async () => {
    await team.check(id);
    return team.settled(id);
  };
  return { ...team, id, analysed, before, article, files: files_, checked };
}

test("an export of Notion becomes drafts that link to each other and to files, and one undo takes all back (imports.documents)", async () => {
  const team = await created(notion());
  const { preset, parts, status } = team.analysed;
  assert.deepEqual([status, preset], ["analysed", "markdown_zip"], JSON.stringify(team.analysed.error));
  assert.deepEqual(
    [parts.length, parts[0]?.name, parts[0]?.rows, parts[0]?.target],
    [1, "articles", 2, { kind: "articles" }],
  );
  const { counts, ...ready } = await team.checked();
  assert.deepEqual(
    [ready.status, counts["create"], counts["reject"], counts["new_files"], ready.progress.total],
    ["ready", 2, 0, 2, 4],
    JSON.stringify(ready.error),
  );
  assert.deepEqual(await team.state(), team.before);
  const [first] = await team.rows(team.id);
  assert.deepEqual(
    first?.warnings.map(({ field, header, code, value }) => [field, header, code, value]),
    [["data.body", "body", "not_found", "Gone.md"]],
  );
  await team.run(team.id);
  const done = await team.settled(team.id);
  assert.deepEqual(
    [done.status, done.counts["written"], done.progress.done],
    ["done", 2, 4],
    JSON.stringify([done.error, await team.rows(team.id)]),
  );
  const files = await team.files();
  const [picture, form] = [
    files.find(({ name }) => name.endsWith(".png")),
    files.find(({ name }) => name === "form.txt"),
  ];
  assert.deepEqual([files.length, picture?.visibility, form?.visibility], [2, "public", "private"]);
  const handbook = await team.article("handbook");
  assert.deepEqual([handbook["title"], handbook["status"]], ["Handbook", "draft"]);
  assert.equal(
    handbook["body"],
    `# Handbook\n\n[Leave](/articles/leave) ![Plan](${picture?.public_url})\n[gone](Gone.md)`,
  );
  const leave = await team.article("leave");
  assert.deepEqual(leave["tags"], ["hr", "time off"]);
  assert.equal(
    leave["body"],
    `# Leave\n\n[Up](/articles/handbook#top) ![Plan](${picture?.public_url}) [Form](/api/v1/files/${form?.id})`,
  );
  const { body: rendered } = await door.call("GetArticle", {
    caller: team.caller,
    path: { article_id: "leave" },
    query: "render=html",
  });
  assert.match(rendered.html, /href="\/articles\/handbook#top"/);
  assert.ok(rendered.html.includes(`src="${picture?.public_url}"`));
  assert.equal((await team.undo(done)).status, 200);
  assert.deepEqual(await team.state(), team.before);
});

test("the same archive again leaves every document unchanged, and stores no file (imports.again)", async () => {
  const team = await created(notion());
  await team.checked();
  await team.run(team.id);
  assert.equal((await team.settled(team.id)).status, "done");
  const again = await created(notion(), team.caller);
  const { counts } = await again.checked();
  assert.deepEqual([counts["unchanged"], counts["create"], counts["new_files"]], [2, 0, 0]);
  assert.equal(shown(await again.run(again.id)).status, "done");
  assert.deepEqual(await again.state(), again.before);
  // A page that grew changes its article, and keeps the file of the others.
  const grown = PAGES.map((page, at) =>
    at === 0 ? { ...page, content: `${String(page.content)}\nMore` } : page,
  );
  const later = await created(notion(grown), team.caller);
  const next = (await later.checked()).counts;
  assert.deepEqual([next["update"], next["unchanged"], next["new_files"]], [1, 1, 0]);
});

test("files that an undo took away are stored again by the next import", async () => {
  const team = await created(notion());
  await team.checked();
  await team.run(team.id);
  assert.equal((await team.undo(await team.settled(team.id))).status, 200);
  const again = await created(notion(), team.caller);
  assert.equal((await again.checked()).counts["new_files"], 2);
  await again.run(again.id);
  assert.equal((await again.settled(again.id)).counts["written"], 2);
  assert.equal((await again.files()).length, 2);
});

test("hostile archives and documents are refused whole or as a row (imports.documents)", async () => {
  const refused: [string, TestEntry[], string][] = [
    ["a path out", [{ name: "../a.md", content: "a" }], "unreadable"],
    [
      "one path twice",
      [
        { name: "a.md", content: "a" },
        { name: "a.md", content: "b" },
      ],
      "unreadable",
    ],
    ["a bomb", [{ name: "a.md", content: "0".repeat(5_000_000) }], "too_large"],
  ];
  for (const [what, entries, code] of refused) {
    const { analysed } = await created(zipOf(entries));
    assert.deepEqual([analysed.status, analysed.error?.errors?.[0]?.code], ["failed", code], what);
  }
  const team = await created(
    zipOf([
      { name: "nul\0.md", content: "# Path" },
      { name: "text.md", content: "# Text \0" },
      {
        name: "good.md",
        content: "# Good\n![secret](archive-file:" + "0".repeat(64) + ".4/..%2F..%2Fetc%2Fpasswd)",
      },
      { name: "fine.md", content: "# Fine" },
    ]),
  );
  const { counts } = await team.checked();
  assert.deepEqual([counts["reject"], counts["create"]], [2, 2]);
  await team.run(team.id, { rejected: "leave" });
  const done = await team.settled(team.id);
  assert.deepEqual([done.status, done.counts["written"], done.counts["changed"]], ["done", 1, 1]);
  const rows = await team.rows(team.id);
  assert.deepEqual(
    rows.map(({ state, errors }) => [state, errors.map(({ field, code }) => `${field} ${code}`).join()]),
    [
      ["left", " invalid_character"],
      ["left", "data.body invalid_character"],
      ["changed", "data.body not_found"],
      ["written", ""],
    ],
  );
});

test("a file beyond the limit rejects its document, and files beyond the quota end the run before a document (limits.files)", async () => {
  const own = importer();
  const small = { ...own, team: { ...own.team, max_file_bytes: 2_000 } };
  const pages = [
    { name: "a.md", content: "# A\n[b](big.bin)" },
    { name: "big.bin", content: Buffer.alloc(3_000, 1) },
  ];
  const team = await created(zipOf(pages), small);
  assert.equal((await team.checked()).counts["reject"], 1);
  assert.deepEqual(
    (await team.rows(team.id)).flatMap(({ errors }) => errors.map(({ field, code }) => `${field} ${code}`)),
    ["data.body file_too_large"],
  );
  const archive = zipOf(pages);
  const other = importer();
  const full = { ...other, team: { ...other.team, files_quota_bytes: archive.length + 100 } };
  const tight = await created(archive, full);
  await tight.checked();
  await tight.run(tight.id);
  const done = await tight.settled(tight.id);
  assert.deepEqual([done.status, done.error?.code, done.counts["written"]], ["failed", "limit_reached", 0]);
  assert.deepEqual(await tight.state(), tight.before);
});

test("documents with files need the right and the module of files too (imports.document-links)", async () => {
  const team = await created(notion());
  const actions = ["read" as const, "write" as const];
  const scopes = ["tables", "articles"].map((resource) => ({ resource, actions }));
  await ofTeam({ ...team.caller, scopes }).check(team.id);
  const { status, error } = await team.settled(team.id);
  assert.deepEqual([status, error?.code], ["analysed", "insufficient_scope"]);
});

test("documents go to articles alone, and a CSV in their archive is a file if the preset asks for documents (imports.documents)", async () => {
  const entries = [...PAGES, { name: "Rows.csv", content: "a,b\n1,2\n" }];
  const asked = await created(zipOf(entries), importer(), { preset: "markdown_zip" });
  const { preset, parts } = asked.analysed;
  assert.deepEqual([preset, parts.map(({ rows }) => rows)], ["markdown_zip", [2]]);
  await asked.patch(asked.id, {
    parts: [{ index: 0, target: { kind: "new_table", display_name: "Pages" } }],
  });
  assert.deepEqual(refusal(await asked.check(asked.id)).slice(0, 3), [
    422,
    "validation_failed",
    "parts.0.target.kind invalid_value",
  ]);
  const plain = await created(zipOf(entries));
  const names = plain.analysed.parts.map(({ name }) => name);
  assert.deepEqual([plain.analysed.preset, names.at(-1)], ["airtable_csv", "Rows.csv"]);
});

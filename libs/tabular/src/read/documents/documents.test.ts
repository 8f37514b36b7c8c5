import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { test } from "node:test";
import { zipOf, type TestEntry } from "@jst/testing/zips";
import { readBytes } from "../../testing/opened.ts";
import { documentColumns } from "./documents.ts";
import { filesIn, withFiles } from "./file-links.ts";

const ID = "0123456789abcdef0123456789abcdef";
const PICTURE = Buffer.from("89504e470d0a1a0a", "hex");
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function documentsOf(entries: readonly TestEntry[], options = {}) {
  const { format, parts } = await readBytes(zipOf(entries), options);
  const [part] = parts;
  assert.deepEqual([format, parts.length, part?.name], ["zip", 1, "articles"]);
  const rows = (part?.rows ?? []).map(({ cells, faults, warnings = [] }) => ({
    ...Object.fromEntries((part?.columns ?? []).map((name, at) => [name, cells[at]])),
    faults: faults.map(({ column, code }) => `${column} ${code}`),
    warnings: warnings.map(({ code, value }) => `${code} ${value}`),
  })) as (Record<(typeof documentColumns)[number], string> & { faults: string[]; warnings: string[] })[];
  return { columns: part?.columns, rows };
}

test("the title is that of the front matter, else the first heading, else the name without the id of Notion (imports.documents)", async () => {
  const { columns, rows } = await documentsOf([
    {
      name: "a.md",
      content: "---\ntitle: 007\ntags: [x, 'y, z']\nauthor: Ada\n---\n\n# Other\nText\n",
    },
    { name: `b ${ID}.md`, content: "Intro\n```\n# Code\n```\n# The *heading* #\nText" },
    { name: `Deep/Über uns ${ID}.md`, content: "Text" },
    { name: "Deep/日本.markdown", content: "" },
    { name: "__MACOSX/._a.md", content: "x" },
  ]);
  assert.deepEqual(columns, [...documentColumns, "author"]);
  assert.deepEqual(
    rows.map(({ title, path, tags }) => [title, path, tags]),
    [
      ["007", "a.md", 'x,"y, z"'],
      ["The *heading*", `b ${ID}.md`, ""],
      ["Über uns", `Deep/Über uns ${ID}.md`, ""],
      ["日本", "Deep/日本.markdown", ""],
    ],
  );
  assert.deepEqual(
    rows.map(({ slug }) => slug),
    ["007", "the-heading", "uber-uns", rows[3]?.slug],
  );
  assert.match(rows[3]?.slug ?? "", /^[0-9a-f]{8}$/);
  assert.deepEqual([rows[0]?.body, rows[0]?.faults], ["# Other\nText\n", []]);
});

test("documents of one title are told apart by their ids, whatever their order", async () => {
  const both = [
    { name: `Notes ${ID}.md`, content: "# Notes" },
    { name: `Notes ${"f".repeat(32)}.md`, content: "# Notes" },
  ];
  const slugs = async (entries: TestEntry[]) =>
    (await documentsOf(entries)).rows.map(({ slug }) => slug).toSorted();
  assert.deepEqual(await slugs(both), ["notes-01234567", "notes-ffffffff"]);
  assert.deepEqual(await slugs(both.toReversed()), ["notes-01234567", "notes-ffffffff"]);
});

test("links to documents and files are rewritten, and code and other addresses stay as they are (imports.document-links)", async () => {
  const body = [
    `[Two](Two%20${ID}.md#part) ![p](pics/a%20(1).png) [<b>](<pics/a (1).png> "Title") [up](../One.md)`,
    "[ref]: pics/data.bin",
    '<img alt="x" src="pics/data.bin"> `[code](Two.md)` \\](One.md)',
    "[web](https://example.com/One.md) [site](/One.md) [here](#top) [mail](mailto:a@example.com)",
    "[gone](Gone.md) [bad](%ff.md) [out](../../../etc/passwd)",
    "    - [nested](./One.md)",
    "```",
    "[code](One.md)",
    "```",
  ].join("\n");
  const data = Buffer.from("data");
  const { rows } = await documentsOf([
    { name: "Docs/One.md", content: body },
    { name: `Docs/Two ${ID}.md`, content: "# Two" },
    { name: "Docs/pics/a (1).png", content: PICTURE },
    { name: "Docs/pics/data.bin", content: data },
  ]);
  const [one] = rows;
  const found = withFiles(one?.body ?? "", ({ path, size }) => `FILE<${path} ${size}>`);
  assert.equal(
    found,
    [
      '[Two](/articles/two#part) ![p](FILE<Docs/pics/a (1).png 8>) [<b>](FILE<Docs/pics/a (1).png 8> "Title") [up](../One.md)',
      "[ref]: FILE<Docs/pics/data.bin 4>",
      '<img alt="x" src="FILE<Docs/pics/data.bin 4>"> `[code](Two.md)` \\](One.md)',
      "[web](https://example.com/One.md) [site](/One.md) [here](#top) [mail](mailto:a@example.com)",
      "[gone](Gone.md) [bad](%ff.md) [out](../../../etc/passwd)",
      "    - [nested](/articles/one)",
      "```",
      "[code](One.md)",
      "```",
    ].join("\n"),
  );
  assert.deepEqual(filesIn(one?.body ?? ""), [
    { sha256: sha256(PICTURE), size: 8, path: "Docs/pics/a (1).png" },
    { sha256: sha256(data), size: 4, path: "Docs/pics/data.bin" },
  ]);
  assert.deepEqual(one?.warnings, [
    "not_found ../One.md",
    "not_found Gone.md",
    "not_found %ff.md",
    "not_found ../../../etc/passwd",
  ]);
});

test("an export of Notion is opened one archive deep, with names in UTF-8 that do not say so (imports.sources)", async () => {
  const decomposed = "U\u0308ber.md";
  const inner = zipOf([
    { name: "Home.md", content: "[Ü](%C3%9Cber.md)" },
    { name: Buffer.from(decomposed), content: "# Über", flags: 0 },
  ]);
  const { rows } = await documentsOf([{ name: "Export-Part-1.zip", content: inner }]);
  assert.deepEqual(
    rows.map(({ path, body }) => [path, body]),
    [
      ["Home.md", "[Ü](/articles/uber)"],
      [decomposed, "# Über"],
    ],
  );
});

test("front matter that is not valid stays in the text, and a document that cannot be read is a fault of its row", async () => {
  const { rows } = await documentsOf([
    { name: "a.md", content: "---\ntitle: [x\n---\nText" },
    { name: "b.md", content: "---\nnot front matter\n---\nText" },
    { name: "c.md", content: "# Zero \0" },
    { name: "d\0.md", content: "# Path" },
    { name: "e.md", content: Buffer.from("fffe410000d8", "hex") },
    {
      name: "f.md",
      content: Array.from({ length: 30_000 }, (_, n) => `Line ${n} of many ${n * 7}\n${n}`)
        .join("\n")
        .repeat(2),
    },
    { name: "g.md", content: "# Bombs\n" },
  ]);
  assert.deepEqual(
    rows.map(({ faults, warnings }) => [...faults, ...warnings].join()),
    [
      "invalid_format ",
      "",
      "3 invalid_character",
      "2 invalid_character",
      "3 not_in_encoding",
      "3 too_large",
      "",
    ],
  );
  assert.equal(rows[0]?.body, "---\ntitle: [x\n---\nText");
});

test("aliases of YAML, and links without an end, hold up nothing (operation.neighbours)", async () => {
  const lines = (text: string) => Array.from({ length: 60 }, () => text.repeat(4_000)).join("\n");
  const hostile = ["](<", "](", "<a ", "`a``", "[", "[x](y.md) ", '<img src="', "> ", "\\](", "]: <"];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const { rows } = await documentsOf([
    { name: "yaml.md", content: "---\na: &a [x]\nb: [*a, *a]\n---\nText", method: 0 },
    ...hostile.map((text, n) => ({
      name: `${n}.md`,
      content: `x\n${lines(text)}`.slice(0, 1_000_000),
      method: 0,
    })),
  ]);
  delay.disable();
  assert.deepEqual(rows[0]?.warnings, ["invalid_format "]);
  assert.equal(rows.length, hostile.length + 1);
  assert.ok(delay.percentile(99) < 500e6, `${delay.percentile(99) / 1e6} ms`);
});

test("files of rows come before documents, unless documents are asked for", async () => {
  const entries = [
    { name: "a.csv", content: "x,y\n1,2\n" },
    { name: "a.md", content: "[rows](a.csv)" },
  ];
  const { parts } = await readBytes(zipOf(entries));
  assert.deepEqual(
    parts.map(({ name }) => name),
    ["a.csv"],
  );
  const { rows } = await documentsOf(entries, { isDocuments: true });
  assert.equal(filesIn(rows[0]?.body ?? "")[0]?.path, "a.csv");
});

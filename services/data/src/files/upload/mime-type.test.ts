import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { zipOf, type TestEntry } from "@jst/testing/zips";
import { mimeTypeOf } from "./mime-type.ts";

const office = (part: string) => `application/vnd.openxmlformats-officedocument.${part}`;
const contentTypes = (part: string): TestEntry => ({
  name: "[Content_Types].xml",
  content: `<Types><Override PartName="/x" ContentType="${office(part)}.main+xml"/></Types>`,
});
const document = "wordprocessingml.document";
const sheet = "spreadsheetml.sheet";

/** More than is looked at. */
const large = randomBytes(200_000);

test("a ZIP that is another format has the type of that format and is not unpacked", async () => {
  const cases: [entries: TestEntry[], type: string][] = [
    [[contentTypes(document), { name: "word/document.xml" }], office(document)],
    [
      [{ name: "_rels/.rels" }, { name: "word/document.xml", content: large }, contentTypes(document)],
      office(document),
    ],
    [[contentTypes(sheet), { name: "xl/workbook.xml" }], office(sheet)],
    [
      [{ name: "_rels/.rels" }, { name: "xl/worksheets/sheet1.xml", content: large }, contentTypes(sheet)],
      office(sheet),
    ],
    [[contentTypes("presentationml.presentation")], office("presentationml.presentation")],
    [[{ name: "mimetype", content: "application/epub+zip", method: 0 }], "application/epub+zip"],
    [[{ name: "META-INF/MANIFEST.MF", content: "Manifest-Version: 1.0\n" }], "application/java-archive"],
    [[{ name: "AndroidManifest.xml" }, { name: "classes.dex" }], "application/vnd.android.package-archive"],
    [[{ name: "a.txt", content: large }, { name: "b.txt" }], "application/zip"],
    [[{ name: "word/a.txt" }], "application/zip"],
  ];
  for (const [entries, type] of cases) {
    const head = zipOf(entries).subarray(0, 65_536);
    assert.equal(await mimeTypeOf({ head, charset: undefined }, "a.zip"), type, String(entries[0]?.name));
  }
});

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { openSource } from "@jst/tabular/read";
import { zipOf } from "@jst/testing/zips";
import { guessedParts } from "../guessed-parts.ts";
import type { ImportPart } from "../import.ts";
import { airtableParts } from "./airtable-csv.ts";

const values = { timeZone: "Europe/Berlin" };
const teamId = "0198c0de-0000-7000-8000-000000000001";

/** Reads files, by their names, as those of a base. */
async function baseOf(files: Readonly<Record<string, readonly string[]>>): Promise<ImportPart[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "jst-base-"));
  try {
    const file = path.join(folder, "base.zip");
    const entries = Object.entries(files).map(([name, lines]) => ({ name, content: lines.join("\n") }));
    await writeFile(file, zipOf(entries));
    const source = await openSource({ path: file });
    try {
      const parts = await guessedParts(source, values, teamId);
      return await airtableParts(source, { parts, fileName: "base.zip", teamId });
    } finally {
      await source.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The columns of a part in short. */
const columnsOf = (part: ImportPart | undefined) =>
  part?.columns.map(({ to, question }) => {
    const { name, type, unique, relation } = to?.new ?? { name: "", type: "" };
    const links =
      relation === undefined ? "" : ` ${relation.part} ${relation.cardinality} ${relation.display_column}`;
    return `${name} ${type}${unique === true ? " unique" : ""}${links}${question === null ? "" : ` ?${question}`}`;
  });

test("each file is a table, and columns whose values are names of another one link to it (imports.airtable-csv)", async () => {
  const [projects, people] = await baseOf({
    "base/Projects-Grid view.csv": [
      "Name,Lead,Team,Parent",
      'Lake,Ada,"Ada,""Smith, Bo""",',
      "Hill,Ada,Ada,Lake",
    ],
    "base/People-Grid view.csv": ["Name,Age", "Ada,36", '"Smith, Bo",41'],
  });
  assert.deepEqual(
    [projects?.target, people?.target],
    [
      { kind: "new_table", display_name: "Projects" },
      { kind: "new_table", display_name: "People" },
    ],
  );
  assert.deepEqual(columnsOf(projects), [
    "name text unique",
    "lead relation 1 one name",
    "team relation 1 many name",
    "parent relation 0 one name",
  ]);
  assert.deepEqual(columnsOf(people), ["name text unique", "age integer"]);
  assert.deepEqual(projects?.losses, []);
});

test("a column that names rows of two files asks which, unless its header says so", async () => {
  const [, , deals] = await baseOf({
    "Firms.csv": ["Name", "Ada", "Bo"],
    "People.csv": ["Name", "Ada", "Bo"],
    "Deals.csv": ["Deal,Who,Firm", "D1,Ada,Bo", "D2,Bo,Ada"],
  });
  assert.deepEqual(columnsOf(deals), [
    "deal text unique",
    "who relation 0 one name ?link",
    "firm relation 0 one name",
  ]);
  assert.deepEqual(deals?.columns[1]?.guess, {
    ...{ type: "relation", confidence: 0.5, parts: [0, 1], cardinality: "one" },
  });
});

test("values of which one is not a name, numbers under another header, and copies of the name do not link", async () => {
  const [tasks] = await baseOf({
    "Tasks.csv": ["Task,Owner,Count,Copy", "T1,Ada,1,T1", "T2,Nobody,2,T2"],
    "People.csv": ["Name", "Ada"],
    "Numbers.csv": ["No", "1", "2"],
  });
  assert.deepEqual(columnsOf(tasks), ["task text unique", "owner text", "count integer", "copy text"]);
});

test("a column of which nearly all values are names links, and so does one whose header names the table (imports.airtable-csv)", async () => {
  const lines = Array.from({ length: 100 }, (_, at) => `O${at},C${at % 10},C${at % 10},C${at % 2},${at}`);
  const firms = Array.from({ length: 10 }, (_, at) => `C${at},${at}`);
  const [orders, customers] = await baseOf({
    "Orders.csv": [
      "Order,Buyer,Note,State,Total",
      ...lines,
      "O100,Nobody,a,C1,7",
      ",C1,b,c,8",
      ...Array.from({ length: 9 }, (_, at) => `P${at},C2,${at} x,C1,9`),
    ],
    "Customers.csv": ["Name,No", ...firms, ",77", ",78"],
  });
  assert.deepEqual(columnsOf(orders), [
    "order text unique",
    "buyer relation 1 one name",
    ...["note select", "state select", "total integer"],
  ]);
  assert.deepEqual(columnsOf(customers), ["name text unique", "no integer"]);
  const [tickets] = await baseOf({
    "Tickets.csv": ["Ticket,Customer,Other", "T1,Ada,Ada", "T2,Ada,Ada", "T3,Bo,Bo", "T4,Bo,Bo", "T5,Cy,Cy"],
    "Customers.csv": ["Name", "Ada", "Bo"],
  });
  assert.deepEqual(columnsOf(tickets), ["ticket text unique", "customer relation 1 one name", "other text"]);
});

test("a first column of different lists of few words is a text that is unique", async () => {
  const words = ["a", "b", "c", "d"];
  const lists = words.flatMap((one) => words.map((other) => `"${one},${other}",x`));
  const [found] = await baseOf({ "Lists.csv": ["List,Other", ...lists] });
  assert.deepEqual(columnsOf(found), ["list text unique", "other boolean"]);
});

test("attachments, and links by a name that two rows have, are losses (imports.losses)", async () => {
  const [tasks, people] = await baseOf({
    "Tasks.csv": [
      "Task,Owner,Files",
      "T1,Ada,plan.pdf (https://files.example.com/a)",
      'T2,Ada,"a.png (https://files.example.com/b),b (1).png (https://files.example.com/c)"',
      "T3,,",
    ],
    "People.csv": ["Name", "Ada", "Ada"],
  });
  assert.deepEqual(columnsOf(tasks), ["task text unique", "owner text", "files long_text"]);
  assert.deepEqual(columnsOf(people), ["name text"]);
  assert.deepEqual(tasks?.losses, [
    { kind: "relation", column: "Owner", count: 2, instead: "text" },
    { kind: "attachment", column: "Files", count: 2, instead: "long_text" },
  ]);
});

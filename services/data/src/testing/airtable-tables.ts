import { airtableId, type ServedTable } from "./airtable-server.ts";

/** Tables of a base, each with a link to one record of the next table and to many of the one before, in a circle. */
export const TITLES = ["Projects", "People", "Tasks", "Firms", "Notes"];
/** Records of each table. */
export const COUNT = 200;
/** Id of a record of the table at a place. */
export const recordId = (at: number, n: number) => airtableId("rec", (at + 5) % 5, "x", n % COUNT);

const fieldsOf = (at: number) => [
  { id: airtableId("fld", at, "name"), name: "Name", type: "singleLineText" },
  { id: airtableId("fld", at, "size"), name: "Size", type: "number", options: { precision: 0 } },
  {
    ...{ id: airtableId("fld", at, "next"), name: "Next", type: "multipleRecordLinks" },
    options: { linkedTableId: airtableId("tbl", (at + 1) % 5), prefersSingleRecordLink: true },
  },
  {
    ...{ id: airtableId("fld", at, "many"), name: "Many", type: "multipleRecordLinks" },
    options: { linkedTableId: airtableId("tbl", (at + 4) % 5), prefersSingleRecordLink: false },
  },
];

/** Records of the table before that a record links to. */
export const manyOf = (at: number, n: number) =>
  Array.from({ length: n % 4 }, (_, k) => recordId(at + 4, n + k * 7));

/** Makes the tables. */
export const linkedTables = (): ServedTable[] =>
  TITLES.map((name, at) => ({
    ...{
      id: airtableId("tbl", at),
      name,
      primaryFieldId: airtableId("fld", at, "name"),
      fields: fieldsOf(at),
    },
    views: [{ id: "viw00000000000001", name: "Grid view", type: "grid" }],
    records: Array.from({ length: COUNT }, (_, n) => ({
      id: recordId(at, n),
      fields: {
        [airtableId("fld", at, "name")]: `${name}, ${n % 7}`,
        [airtableId("fld", at, "size")]: n,
        [airtableId("fld", at, "next")]: [recordId(at + 1, n * 3)],
        ...(n % 4 > 0 && { [airtableId("fld", at, "many")]: manyOf(at, n) }),
      },
    })),
  }));

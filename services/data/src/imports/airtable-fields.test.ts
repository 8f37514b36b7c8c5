import assert from "node:assert/strict";
import { test } from "node:test";
import { airtableId, airtableServer, attachmentOf, type ServedTable } from "../testing/airtable-server.ts";
import { testImports } from "../testing/test-imports.ts";

type Fields = [name: string, type: string, value: unknown, options?: object][];

/** A table with one record, by its fields. */
const tableOf = (fields: Fields): ServedTable => ({
  ...{ id: airtableId("tbl", 1), name: "Things", primaryFieldId: airtableId("fld", 0) },
  fields: fields.map(([name, type, , options], at) => ({
    ...{ id: airtableId("fld", at), name, type },
    ...(options && { options }),
  })),
  views: [{ id: "viw00000000000001", name: "Grid view", type: "grid" }],
  records: [
    {
      ...{ id: airtableId("rec", 1), commentCount: 2 },
      fields: Object.fromEntries(fields.map(([, , value], at) => [airtableId("fld", at), value])),
    },
  ],
});

const ada = { id: "usr00000000000001", email: "ada@example.com", name: "Ada" };
const number = { result: { type: "number", options: { precision: 1 } } };

const FIELDS: Fields = [
  ["Name", "singleLineText", "Lamp"],
  ["Notes", "richText", "**bold**\n"],
  ["Mail", "email", "ada@example.com"],
  ["Odd mail", "email", "ask Ada"],
  ["Site", "url", "https://example.com/a"],
  ["Phone", "phoneNumber", "+49 30 901820"],
  ["Done", "checkbox", undefined, { icon: "check", color: "greenBright" }],
  ["Share", "percent", 0.07, { precision: 1 }],
  ["Price", "currency", 19.99, { precision: 2, symbol: "€" }],
  ["Coins", "currency", 2.5, { precision: 1, symbol: "Taler" }],
  ["Stars", "rating", 4, { max: 5, icon: "star", color: "yellowBright" }],
  ["Length", "duration", 5_400, { durationFormat: "h:mm" }],
  ["Day", "date", "2026-02-01", { dateFormat: { name: "local", format: "l" } }],
  ["Time", "dateTime", "2026-02-01T10:30:00.000Z", { timeZone: "utc" }],
  [
    "Kind",
    "singleSelect",
    "Table, small",
    { choices: [{ id: "sel1", name: "Table, small", color: "blueLight2" }] },
  ],
  ["Tags", "multipleSelects", ["a", "b, c"], { choices: [{ name: "a" }, { name: "b, c" }] }],
  ["Owner", "singleCollaborator", ada],
  ["Team", "multipleCollaborators", [ada]],
  ["Double", "formula", 1.5, { isValid: true, formula: "UNKNOWN({fld00000000000007})", ...number }],
  ["Broken", "formula", { specialValue: "NaN" }, { isValid: true, formula: "UNKNOWN(0)", ...number }],
  ["Twice", "formula", 8, { isValid: true, formula: "{fld00000000000010} * 2", ...number }],
  ["Tax", "formula", 3.8, { isValid: true, formula: "{fld00000000000008} * 0.19", ...number }],
  ["Sum", "rollup", 12, number],
  ["Looked up", "multipleLookupValues", ["x", "y, z"], { result: { type: "singleLineText" } }],
  ["Count", "count", 3, { isValid: true }],
  ["Number", "autoNumber", 7],
  ["Made", "createdTime", "2026-01-01T00:00:00.000Z", { result: { type: "dateTime" } }],
  ["Maker", "createdBy", ada],
  ["Code", "barcode", { text: "4006381333931", type: "ean13" }],
  ["Open", "button", { label: "Open", url: "https://example.com" }],
  ["Draft", "aiText", { state: "generated", value: "A lamp.", isStale: false }],
  ["New kind", "futureField", { deep: [1] }],
];

const server = await airtableServer([]);
const { ofTeam } = await testImports({ airtableUrl: server.url });
const source = () => ({ airtable: { base_id: server.baseId, token: server.token } });

async function imported(tables: ServedTable[]) {
  server.tables = tables;
  const team = ofTeam();
  const made = await team.create({ source: source() });
  const id = String(made.body["id"]);
  const analysed = await team.settled(id);
  assert.equal(analysed.status, "analysed", JSON.stringify(analysed.error));
  await team.check(id);
  const checked = await team.settled(id);
  assert.equal(checked.counts["reject"], 0, JSON.stringify(await team.rows(id)));
  return { team, id, analysed };
}

test("each field becomes a column of its type, and what is lost is named (imports.airtable-losses)", async () => {
  const { team, id, analysed } = await imported([tableOf(FIELDS)]);
  const [part] = analysed.parts;
  const types = Object.fromEntries(part?.columns.map(({ header, to }) => [header, to?.new?.type]) ?? []);
  assert.deepEqual(types, {
    Name: "text",
    Notes: "long_text",
    Mail: "email",
    "Odd mail": "text",
    Site: "url",
    Phone: "phone",
    Done: "boolean",
    Share: "percent",
    Price: "currency",
    Coins: "number",
    Stars: "rating",
    Length: "duration",
    Day: "date",
    Time: "datetime",
    Kind: "select",
    Tags: "multi_select",
    Owner: "text",
    Team: "long_text",
    Double: "number",
    Broken: "number",
    Twice: "formula",
    Tax: "number",
    Sum: "number",
    "Looked up": "text",
    Count: "integer",
    Number: "integer",
    Made: "datetime",
    Maker: "text",
    Code: "text",
    Draft: "long_text",
    "New kind": "long_text",
    "Airtable ID": "text",
  });
  assert.deepEqual(
    part?.losses.map(({ kind, column, count, instead }) => [kind, column, count, instead].join(" ")),
    [
      "relation Owner 1 text",
      "relation Team 1 long_text",
      "formula Double 1 number",
      "formula Broken 0 number",
      "formula Tax 1 number",
      "rollup Sum 1 number",
      "lookup Looked up 1 text",
      "rollup Count 1 integer",
      "autonumber_restart Number 1 integer",
      "history Made 1 datetime",
      "history Maker 1 text",
      "automation Draft 1 long_text",
      "button  1 ",
      "comment  2 ",
      "view  1 ",
    ],
  );
  const refused = await team.run(id);
  assert.deepEqual([refused.status, refused.body["code"]], [409, "confirmation_required"]);
  await team.run(id, { losses_seen: true });
  const done = await team.settled(id);
  assert.equal(done.status, "done", JSON.stringify(done.error));
  const [listed] = await team.rowsIn(done.parts[0]?.target?.table_id ?? "", "computed=1");
  const row = listed?.data;
  assert.deepEqual(listed?.computed, { twice: 8 });
  assert.deepEqual(row, {
    name: "Lamp",
    notes: "**bold**",
    mail: "ada@example.com",
    odd_mail: "ask Ada",
    site: "https://example.com/a",
    phone: "+4930901820",
    done: false,
    share: 7,
    price: 1_999,
    coins: 2.5,
    stars: 4,
    length: 5_400,
    day: "2026-02-01",
    time: "2026-02-01T10:30:00.000Z",
    kind: "Table, small",
    tags: ["a", "b, c"],
    owner: "Ada",
    team: "Ada",
    double: 1.5,
    broken: null,
    tax: 3.8,
    sum: 12,
    looked_up: 'x,"y, z"',
    count: 3,
    number: 7,
    made: "2026-01-01T00:00:00.000Z",
    maker: "Ada",
    code: "4006381333931",
    draft: "A lamp.",
    new_kind: '{"deep":[1]}',
    airtable_id: airtableId("rec", 1),
  });
});

test("attachments become files, each once, and an expired address is read again (imports.airtable-files)", async () => {
  const table = tableOf([
    ["Name", "singleLineText", "a"],
    ["Files", "multipleAttachments", undefined],
  ]);
  const [name, files] = [airtableId("fld", 0), airtableId("fld", 1)];
  const [same, old, gone] = [
    attachmentOf(server, "att1", "/same"),
    attachmentOf(server, "att2", "/old"),
    attachmentOf(server, "att3", "/gone"),
  ];
  table.records = [
    { id: airtableId("rec", 1), fields: { [name]: "a", [files]: [same, old] } },
    { id: airtableId("rec", 2), fields: { [name]: "b", [files]: [same, gone] } },
  ];
  server.files = new Map([
    ["/same", "one"],
    ["/new", "two"],
  ]);
  const { team, id } = await imported([table]);
  const [first] = table.records;
  if (first !== undefined) first.fields[files] = [same, attachmentOf(server, "att2", "/new")];
  const [asked, before] = [server.asked.length, await team.state()];
  await team.run(id, { losses_seen: true });
  const done = await team.settled(id);
  assert.equal(done.status, "done", JSON.stringify(done.error));
  assert.equal(server.asked.slice(asked).filter((path) => path === "/same").length, 1);
  const [a, b] = await team.cells(done.parts[0]?.target?.table_id ?? "");
  const [shared, renewed] = a?.["files"] as string[];
  assert.deepEqual(b?.["files"], [shared]);
  assert.deepEqual(await team.fileText(renewed ?? ""), "two");
  const [, second] = await team.rows(id);
  assert.deepEqual(
    second?.warnings.map(({ field, header, code, value }) => [field, header, code, value]),
    [["data.files", "Files", "not_found", "att3.txt"]],
  );
  assert.equal((await team.undo(done)).status, 200);
  assert.deepEqual(await team.state(), before);
  assert.equal(await team.fileText(renewed ?? ""), undefined);
});

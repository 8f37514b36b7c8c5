import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { fleet, newTeam } from "../src/fleet.ts";
import { codeOf, send, type Answer } from "../src/http.ts";
import { readCsv } from "../src/list-files.ts";
import { makerOf, type Make } from "../src/make.ts";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

let token = "";
let make: Make;
before(async () => {
  ({ token } = await newTeam("list-file-forms"));
  make = makerOf(token);
  for (const first_name of ["Ada", "=cmd|'/C calc'!A1", 'Quote " and, comma'])
    await make("/api/v1/contacts", { first_name, last_name: "Form" });
});

const get = (query: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> =>
  send({ path: `/api/v1/contacts${query}`, token, headers, method });
const typeOf = ({ headers }: Answer): string => headers.get("content-type")?.split(";")[0] ?? "";

describe("the form of the reply (moving.files)", () => {
  const cases: [query: string, accept: string, type: string][] = [
    ["", "*/*", "application/json"],
    ["", "text/csv", "text/csv"],
    ["", "Text/CSV; q=0.5, application/json; q=0.4", "text/csv"],
    ["", "text/csv, application/json", "application/json"],
    ["", "text/csv;q=0.1, */*", "application/json"],
    ["", "text/csv;q=0", "application/json"],
    ["", XLSX, XLSX],
    ["?format=json", "text/csv", "application/json"],
    ["?format=csv", "application/json", "text/csv"],
    ["?form%61t=csv", "*/*", "text/csv"],
    ["?limit=1&format=csv", "*/*", "text/csv"],
    ["?format=xlsx", "*/*", XLSX],
  ];
  for (const [query, accept, type] of cases)
    test(`contacts${query} with Accept ${accept} is ${type}`, async () => {
      const answer = await get(query, { accept });
      assert.deepEqual([answer.status, typeOf(answer)], [200, type]);
    });
});

describe("what does not fit the form is refused, all of it at once (moving.files)", () => {
  const cases: [query: string, fields: string[]][] = [
    ["?format=pdf", ["format"]],
    ["?format=csv&format=csv", ["format"]],
    ["?format=", ["format"]],
    ["?format=csv&cursor=abc&count=exact", ["cursor", "count"]],
    [
      "?headers=key&delimiter=tab&bom=1&neutralize=0&fields=id",
      ["headers", "delimiter", "bom", "neutralize", "fields"],
    ],
    ["?format=json&bom=1", ["bom"]],
    ["?format=xlsx&delimiter=tab", ["delimiter"]],
    ["?format=csv&delimiter=pipe", ["delimiter"]],
    ["?format=csv&fields=id,nothing", ["fields"]],
    ["?format=csv&limit=0", ["limit"]],
  ];
  for (const [query, fields] of cases)
    test(`contacts${query}`, async () => {
      const answer = await get(query);
      assert.deepEqual(
        [answer.status, codeOf(answer)],
        [400, "invalid_parameter"],
        JSON.stringify(answer.body),
      );
      const { errors } = answer.body as { errors: { field: string }[] };
      assert.deepEqual(errors.map(({ field }) => field).sort(), fields.sort());
    });
  test("another route does not know format", async () => {
    const answer = await send({ path: "/api/v1/status?format=csv", token });
    assert.deepEqual([answer.status, codeOf(answer)], [400, "unknown_parameter"]);
    const id = await make("/api/v1/contacts", { first_name: "One" });
    const one = await get(`/${id}?format=csv`);
    assert.deepEqual([one.status, codeOf(one)], [400, "unknown_parameter"]);
  });
  test("a caller without the scope, or without a token, is refused as for JSON", async () => {
    const answer = await send({ path: "/api/v1/contacts?format=csv" });
    assert.deepEqual([answer.status, codeOf(answer)], [401, "missing_token"]);
  });
});

test("delimiter, byte order mark, columns and their order are as asked for (moving.csv)", async () => {
  const { body } = await get(
    "?format=csv&delimiter=semicolon&bom=1&fields=last_name,first_name&limit=1&sort=id:asc",
  );
  // fetch takes the mark away from a text.
  assert.equal(String(body).replace("\ufeff", ""), "Last name;First name\r\nForm;Ada\r\n");
  const bytes = await fetchBytes("?format=csv&bom=1&limit=1");
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
});

async function fetchBytes(query: string): Promise<Uint8Array> {
  const answer = await fetch(`${fleet().base_url}/api/v1/contacts${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return new Uint8Array(await answer.arrayBuffer());
}

test("a text that a program may run gets a ', unless that is not wanted (moving.neutral)", async () => {
  const query = "fields=first_name&sort=id:asc&limit=3";
  const safe = await readCsv("contacts", token, query);
  assert.deepEqual(safe.lines, [["Ada"], ["'=cmd|'/C calc'!A1"], ['Quote " and, comma']]);
  const plain = await readCsv("contacts", token, `${query}&neutralize=0`);
  assert.deepEqual(plain.lines[1], ["=cmd|'/C calc'!A1"]);
});

test("HEAD answers the headers of the file without its bytes (moving.stream)", async () => {
  const answer = await get("?format=csv", {}, "HEAD");
  assert.deepEqual([answer.status, typeOf(answer), answer.body], [200, "text/csv", ""]);
  assert.equal(answer.headers.get("x-row-total"), answer.headers.get("x-row-count"));
  assert.equal(answer.headers.get("etag"), null);
});

describe("the file of a table's rows (moving.row-columns)", () => {
  let table = "";
  before(async () => {
    const people = await make("/api/v1/data/tables", {
      name: "people",
      display_name: "People",
      columns: [{ name: "name", type: "text" }],
    });
    const ada = await make(`/api/v1/data/tables/${people}/rows`, { data: { name: "Ada" } });
    const columns = [
      { name: "title", display_name: "Title", type: "text" },
      { name: "price", display_name: "Price", type: "currency", options: { currency: "EUR" } },
      { name: "took", display_name: "Took", type: "duration" },
      {
        name: "stage",
        display_name: "Stage",
        type: "select",
        options: { options: [{ value: "new", label: "Brand new" }] },
      },
      {
        name: "owner",
        display_name: "Owner",
        type: "relation",
        relation: { table_id: people, cardinality: "one", display_column: "name" },
      },
      { name: "done", display_name: "Done", type: "boolean" },
      { name: "double", display_name: "Double", type: "formula", formula: "{price} * 2" },
    ];
    table = await make("/api/v1/data/tables", { name: "deals", display_name: "Deals", columns });
    const data = { title: "=1+1", price: 1999, took: 5430, stage: "new", owner: ada, done: true };
    await make(`/api/v1/data/tables/${table}/rows`, { data });
  });

  test("has names for people, or values for programs", async () => {
    const fields = "fields=title,price,took,stage,owner,done";
    const shown = await readCsv(`data/tables/${table}/rows`, token, fields);
    assert.match(shown.answer.headers.get("content-disposition") ?? "", /"deals-/);
    assert.deepEqual(shown.header, ["Title", "Price", "Took", "Stage", "Owner", "Done"]);
    assert.deepEqual(shown.lines, [["'=1+1", "19.99", "1:30:30", "Brand new", "Ada", "true"]]);
    const plain = await readCsv(`data/tables/${table}/rows`, token, `${fields}&headers=key`);
    assert.deepEqual(plain.header, ["title", "price", "took", "stage", "owner", "done"]);
    const [line = []] = plain.lines;
    assert.equal(line[3], "new");
    assert.match(line[4] ?? "", /^[0-9a-f-]{36}$/);
  });

  test("has formulas where they are computed, and the columns of a view in its order", async () => {
    const rows = `data/tables/${table}/rows`;
    const { header } = await readCsv(rows, token);
    assert.equal(header.includes("double"), false);
    const computed = await readCsv(rows, token, "computed=1&headers=key");
    assert.equal(computed.header.includes("double"), true);
    const view = await make(`/api/v1/data/tables/${table}/views`, {
      name: "Short",
      hidden_columns: ["took", "stage", "owner", "done"],
      column_order: ["price", "title"],
    });
    const viewed = await readCsv(rows, token, `view_id=${view}&headers=key`);
    assert.deepEqual(viewed.header.slice(0, 3), ["id", "price", "title"]);
    assert.equal(viewed.header.includes("stage"), false);
  });
});

import { zipOf } from "@jst/testing/zips";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { fleet, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { readCsv } from "../src/list-files.ts";
import { teamApi } from "../src/team-api.ts";

/** Files of the rows of an import, which can be corrected and imported again (imports.rows-file). */
interface Import {
  id: string;
  status: string;
  preset: string | null;
  counts: Record<string, number>;
  parts: { columns: { index: number; header: string; to: { column?: string; field?: string } | null }[] }[];
}

let token = "";
before(async () => {
  ({ token } = await newTeam("import-rows-file"));
});
const { call } = teamApi(() => token);
const VERDICTS = ["Row", "Line", "Verdict", "Reasons"];
const ROWS = "verdict=reject&headers=label";

async function made(path: string, body: object): Promise<Import> {
  const answer = await call("POST", path, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body as Import;
}

async function checked(path: string, body: object): Promise<Import> {
  const { id } = await made(path, body);
  const answer = await call("POST", `${path}/${id}/check`, {});
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Import;
}

const text = async (path: string): Promise<string> =>
  String((await send({ path: `/api/v1/${path}`, token })).body);

const goals = ({ parts }: Import) => parts[0]?.columns.map(({ header, to }) => [header, to?.column ?? null]);

describe("rows of an import into a table", () => {
  const source = { text: 'sku,Row,size,size\nA,=x,1,\nB,2,"big, blue",s\nC,3,1,2,"=3",4\n' };
  const toSizes = (table_id: string, before: (string | null)[] = []) => [
    {
      ...{ index: 0, target: { kind: "table", table_id } },
      columns: [...before, "sku", null, "size"].map((column, index) => ({
        ...{ index, to: column === null ? null : { column } },
      })),
    },
  ];
  let table = "";
  let path = "";
  before(async () => {
    const columns = [
      { name: "sku", type: "text", unique: true },
      { name: "size", type: "number" },
    ];
    ({ id: table } = (await call("POST", "data/tables", { display_name: "Sizes", columns })).body as Import);
    const { id, counts } = await checked("data/imports", { source, parts: toSizes(table) });
    assert.deepEqual([counts["create"], counts["reject"]], [1, 2]);
    path = `data/imports/${id}/rows`;
  });

  test("a file has the verdicts, then every cell of the source under its own header", async () => {
    const { answer, header } = await readCsv(path, token, `${ROWS}&limit=1`);
    assert.match(answer.headers.get("content-disposition") ?? "", /"rejected_rows-\d{4}-\d\d-\d\d\.csv"$/);
    assert.deepEqual(header, [...VERDICTS, "sku", "Row", "size", "size"]);
    const lines = (await text(`${path}?format=csv&verdict=reject`)).split("\r\n");
    assert.match(lines[1] ?? "", /^2,3,reject,size: .+,B,2,"big, blue",s$/);
    assert.match(lines[2] ?? "", /^3,4,reject,"The row has 6 cells.+",C,3,1,2,'=3,4$/);
    const all = await readCsv(path, token, "headers=key&limit=1");
    assert.deepEqual(all.header, ["row", "line", "verdict", "reasons", "sku", "Row", "size", "size"]);
    assert.deepEqual(all.lines, [["1", "2", "create", "", "A", "'=x", "1", ""]]);
  });

  test("a file that is imported uncorrected is rejected again, for the same reasons", async () => {
    const again = { text: await text(`${path}?format=csv&verdict=reject`) };
    const { id, counts } = await checked("data/imports", {
      ...{ source: again, parts: toSizes(table, [null, null, null, null]) },
    });
    assert.deepEqual([counts["total"], counts["reject"]], [2, 2]);
    const file = await text(`data/imports/${id}/rows?format=csv`);
    const numbers = /^\d+,\d+/gmu;
    assert.deepEqual(
      file.split("\r\n")[1]?.replace(numbers, ""),
      again.text.split("\r\n")[1]?.replace(numbers, ""),
    );
  });

  test("a corrected file makes a new table without the verdicts, from CSV and XLSX alike", async () => {
    const target = { kind: "new_table", display_name: "Corrected" };
    const corrected = (await text(`${path}?format=csv&verdict=reject`))
      .split("\r\n")
      .slice(0, 2)
      .join("\r\n");
    const ofText = await made("data/imports", { source: { text: corrected }, target });
    const workbook = await fetch(`${fleet().base_url}/api/v1/${path}?format=xlsx&verdict=reject`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const form = new FormData();
    form.append("file", new Blob([await workbook.arrayBuffer()]), "rejected.xlsx");
    const file = await send({ method: "POST", path: "/api/v1/files", token, body: form });
    const { id: file_id } = file.body as { id: string };
    const ofFile = await made("data/imports", { source: { file_id }, target });
    for (const { parts } of [ofText, ofFile]) {
      const own = parts[0]?.columns ?? [];
      assert.deepEqual(
        own.slice(0, 4).map(({ header, to }) => [header, to]),
        VERDICTS.map((one) => [one, null]),
      );
      assert.deepEqual(
        own.slice(4, 8).map(({ to }) => to !== null),
        [true, true, true, true],
      );
    }
  });
});

test("an archive has a file of each part, and one of all with the name of the part", async () => {
  const form = new FormData();
  const entries = [
    { name: "Bags.csv", content: "Name,Size\na,1\n" },
    { name: "Hats.csv", content: "Name,Colour\nb,red\n" },
  ];
  form.append("file", new Blob([Uint8Array.from(zipOf(entries))]), "base.zip");
  const { body } = await send({ method: "POST", path: "/api/v1/files", token, body: form });
  const { id } = await checked("data/imports", { source: { file_id: (body as { id: string }).id } });
  const all = await readCsv(`data/imports/${id}/rows`, token, "");
  assert.deepEqual(all.header, ["Part", ...VERDICTS, "Name", "Size", "Colour"]);
  assert.deepEqual(
    all.lines.map((line) => [line[0], ...line.slice(5)]),
    [
      ["Bags.csv", "a", "1", ""],
      ["Hats.csv", "b", "", "red"],
    ],
  );
  const one = await readCsv(`data/imports/${id}/rows?part=1`, token, "");
  assert.deepEqual(one.header, [...VERDICTS, "Name", "Colour"]);
  const disposition = one.answer.headers.get("content-disposition") ?? "";
  assert.match(disposition, /"import_rows_hats_csv-\d{4}-\d\d-\d\d\.csv"$/);
});

test("a corrected file of contacts goes to the same fields as the file before", async () => {
  const source = { text: "First name,E-mail,Plan\nAda,ada@example.com,pro\nBo,nobody,free\n" };
  const first = await checked("contacts/imports", { source });
  assert.equal(first.counts["reject"], 1);
  const file = await text(`contacts/imports/${first.id}/rows?format=csv&verdict=reject`);
  const corrected = file.replace(",nobody,", ",bo@example.com,");
  const second = await checked("contacts/imports", { source: { text: corrected } });
  assert.deepEqual([second.counts["create"], second.counts["reject"]], [1, 0]);
  assert.deepEqual(goals(second), [...VERDICTS.map((one) => [one, null]), ...(goals(first) ?? [])]);
  const fields = ({ parts }: Import) => parts[0]?.columns.map(({ to }) => to?.field ?? null).slice(-3);
  assert.deepEqual(fields(second), fields(first));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsXml, workbookOf, type TestCell } from "@jst/tabular/testing";
import { testImports, type ShownImport } from "../testing/test-imports.ts";

const { ofTeam } = await testImports();

const shown = (reply: { body: unknown }) => reply.body as ShownImport;

type Sheets = Readonly<Record<string, readonly (readonly TestCell[])[]>>;

async function created(sheets: Sheets, body: object = {}) {
  const team = ofTeam();
  const content = workbookOf({
    sheets: Object.entries(sheets).map(([name, rows]) => ({ name, data: rowsXml(rows) })),
  });
  const source = { file_id: await team.upload(content, "Shop.xlsx") };
  const { id } = shown(await team.create({ source, ...body }));
  return { ...team, id, analysed: await team.settled(id) };
}

const targets = ({ parts }: ShownImport) => parts.map(({ target }) => target);
const made = (display_name: string) => ({ kind: "new_table", display_name });

const SHOP: Sheets = {
  "St. Gallen": [
    ["Name", "City"],
    ["Ada", "Rome"],
    ["Bo", "Oslo"],
    [null, "Bern"],
  ],
  Orders: [
    ["No", "St. Gallen"],
    ["O1", "Ada"],
    ["O2", "Bo"],
    ["O3", "Ada"],
    ["O4", "Bo"],
    ["O5", "Nobody"],
  ],
  Empty: [["Only", "Headers"]],
};

test("each sheet with rows is a new table, links to the others, and an unknown name is a fault of its row (imports.workbooks)", async () => {
  const team = await created(SHOP);
  assert.deepEqual(targets(team.analysed), [made("St. Gallen"), made("Orders"), null]);
  await team.check(team.id);
  const { counts, ...checked } = await team.settled(team.id);
  assert.deepEqual(
    [checked.status, counts["create"], counts["reject"]],
    ["ready", 7, 1],
    JSON.stringify(checked),
  );
  const [refused] = await team.rows(team.id, "verdict=reject&limit=10");
  assert.deepEqual([refused?.line, refused?.errors[0]?.value], [6, "Nobody"]);
  await team.run(team.id, { rejected: "leave" });
  const done = await team.settled(team.id);
  assert.deepEqual([done.status, done.counts["written"]], ["done", 7], JSON.stringify(done.error));
  const [customers = [], orders = []] = await Promise.all(
    done.parts.slice(0, 2).map(({ target }) => team.rowsIn(target?.table_id ?? "")),
  );
  assert.deepEqual([customers.length, orders.length], [3, 4]);
  assert.equal(orders[0]?.data["st_gallen"], customers[0]?.id);
});

test("the only sheet with rows has the name of the file, also once its header is stated (imports.workbooks)", async () => {
  const { Orders: sheet = [], Empty: empty = [] } = SHOP;
  const team = await created({ Sheet1: sheet, Sheet2: empty });
  assert.deepEqual(targets(team.analysed), [made("Shop"), null]);
  await team.patch(team.id, { source: { header: false } });
  const again = await team.settled(team.id);
  assert.deepEqual([again.parts[0]?.target, again.parts[0]?.columns.length], [made("Shop"), 2]);
  assert.equal(
    again.parts[0]?.columns.every(({ to }) => to !== null),
    true,
  );
});

test("a target that is sent goes to the first sheet alone (imports.workbooks)", async () => {
  const { analysed } = await created(SHOP, { target: made("Mine") });
  assert.deepEqual(targets(analysed), [made("Mine"), null, null]);
});

test("a link to a rejected row has the sheet, the line and the reason of it (imports.links)", async () => {
  const rows = Array.from({ length: 20 }, (_, at) => [`F${at}`, at]);
  const named = Array.from({ length: 30 }, (_, at) => [`O${at}`, `F${at % 20}`]);
  const team = await created({
    Firms: [["Name", "Size"], ...rows, ["Bad", "many"]],
    Orders: [["No", "Firm"], ...named, ["O30", "Bad"]],
  });
  await team.check(team.id);
  await team.settled(team.id);
  const [bad, order] = await team.rows(team.id, "verdict=reject&limit=10");
  const [fault] = bad?.errors ?? [];
  assert.deepEqual([bad?.line, fault?.header], [22, "Size"]);
  const [link] = order?.errors ?? [];
  assert.equal(link?.message, `Line 22 of Firms has this name, but is rejected. Size: ${fault?.message}`);
  const { counts } = await team.settled(team.id);
  assert.deepEqual((counts as { rejected_parts?: unknown }).rejected_parts, [0, 1]);
  const columns = [{ index: 1, on_unknown: "empty" }];
  await team.patch(team.id, { parts: [{ index: 1, columns }] });
  await team.check(team.id);
  await team.settled(team.id);
  const warned = (await team.rows(team.id)).find(({ data }) => data["no"] === "O30");
  assert.equal(warned?.warnings[0]?.message, link.message);
});

test("words that commas set apart and that recur become several choices, and texts that recur become one (imports.guesses)", async () => {
  const rows = Array.from({ length: 20 }, (_, at) => [
    `T${at}`,
    ["sale, gift", "sale", "gift"][at % 3] ?? "",
    ["open", "sold"][at % 2] ?? "",
  ]);
  const team = await created({ Things: [["Name", "Tags", "State"], ...rows] });
  const types = team.analysed.parts[0]?.columns.map(({ to }) => to?.new?.type);
  assert.deepEqual(types, ["text", "multi_select", "select"]);
  const checked = await team.check(team.id);
  assert.equal(checked.status, 200, JSON.stringify(checked.body));
  await team.settled(team.id);
  await team.run(team.id);
  const done = await team.settled(team.id);
  assert.deepEqual([done.status, done.counts["written"]], ["done", 20], JSON.stringify(done.error));
  const [first] = await team.rowsIn(done.parts[0]?.target?.table_id ?? "");
  assert.deepEqual([first?.data["tags"], first?.data["state"]], [["sale", "gift"], "open"]);
});

test("a column of formulas without stored values is left out with the reason, and its rows are read (imports.sheets)", async () => {
  const formula = (line: number): TestCell => ({ xml: `><f>B${line}*2</f><v></v>` });
  const lines = Array.from({ length: 12 }, (_, n): TestCell[] => [`Laptop ${n}`, n + 0.5, formula(n + 2)]);
  const team = await created({ Laptops: [["Name", "Price", "Twice"], ...lines] });
  const [part] = team.analysed.parts;
  const columns = part?.columns as (ShownImport["parts"][number]["columns"][number] & { unread?: string })[];
  assert.deepEqual(
    columns.map(({ guess, to, unread }) => [guess.type, to?.new?.type, unread?.slice(0, 31)]),
    [
      ["text", "text", undefined],
      ["number", "number", undefined],
      ["text", undefined, "The formula has no stored value"],
    ],
  );
  assert.equal((part as unknown as { faulty: number }).faulty, 0);
  await team.check(team.id);
  await team.run(team.id);
  const done = await team.settled(team.id);
  assert.deepEqual([done.status, done.counts["written"]], ["done", 12], JSON.stringify(done));
});

test("names that the analysis suggests are free in the team and among the parts (imports.new-table)", async () => {
  const team = await created({ People: [["Name"], ["Ada"]], PEOPLE: [["Name"], ["Bo"]] });
  assert.deepEqual(targets(team.analysed), [made("People"), made("PEOPLE 2")]);
  await team.check(team.id);
  await team.run(team.id);
  assert.equal((await team.settled(team.id)).status, "done");
  const content = workbookOf({ sheets: [{ name: "S", data: rowsXml([["Name"], ["Cy"]]) }] });
  const source = { file_id: await team.upload(content, "people.xlsx") };
  const { id } = shown(await team.create({ source }));
  assert.deepEqual(targets(await team.settled(id)), [made("people 3")]);
  assert.equal((await team.check(id)).status, 200);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { linkTo, offeredTo } from "./linking.ts";
import type { ImportColumn, Part } from "./mapping.ts";

const column = (index: number, more: Partial<ImportColumn> = {}): ImportColumn => ({
  ...{ index, header: "Name", samples: [], empty: 0, distinct: 0, to: null },
  ...{ guess: { type: "text", confidence: 1 }, decimal: null, date_order: null, question: null },
  ...{ on_empty: "keep", on_error: "reject", on_unknown: "reject", ...more },
});

const part = (index: number, first: ImportColumn, more: Partial<Part> = {}): Part => ({
  ...{ index, name: `${index}.csv`, rows: 1, faulty: 0, match: null, columns: [first, column(1)] },
  target: { kind: "new_table", display_name: `Table ${index}` },
  ...more,
});

test("a column can link to each part with a unique first column, those of its guess first (console.imports)", () => {
  const unique = column(0, { to: { new: { name: "name", type: "text", unique: true } } });
  const byKey = { target: { kind: "table", table_id: "t" }, match: { by: "code" } } as const;
  const found = part(1, column(0, { to: { column: "code" } }), byKey);
  const parts = [
    part(0, unique),
    found,
    part(2, column(0)),
    part(3, unique),
    part(4, unique, { target: null }),
  ];
  const [own = found] = parts;
  const guessed = column(1, { guess: { type: "relation", confidence: 1, parts: [3] } });
  const offered = (of: ImportColumn) => offeredTo(of, own, parts).map(({ index }) => index);
  assert.deepEqual(
    [offered(guessed), offered(column(1)), offered(column(0))],
    [
      [3, 0, 1],
      [0, 1, 3],
      [1, 3],
    ],
  );
  assert.deepEqual(linkTo(column(1), found, "link", "Link").new?.relation, {
    ...{ part: 1, cardinality: "one", display_column: "code" },
  });
});

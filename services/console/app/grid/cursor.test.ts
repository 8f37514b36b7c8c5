import assert from "node:assert/strict";
import { test } from "node:test";
import { cursorAt, moved, moveOf, rangeOf, within, type Cursor, type Key, type Shape } from "./cursor.ts";

const plain = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
const shapeOf = (rows: number, columns: number, filled: (row: number, column: number) => boolean): Shape => ({
  newRows: 0,
  rows,
  columns,
  pageRows: 3,
  isFilled: ({ row, column }) => filled(row, column),
});

/** Presses keys such as "Shift+ArrowDown" one after the other. */
function pressed(cursor: Cursor, keys: string, shape: Shape): Cursor | undefined {
  return keys.split(" ").reduce<Cursor | undefined>((now, name) => {
    const move = moveOf(keyOf(name));
    return now === undefined || move === undefined ? now : moved(now, move, shape);
  }, cursor);
}

function keyOf(name: string): Key {
  const parts = name.split("+");
  return {
    ...plain,
    key: parts.at(-1) === "Space" ? " " : (parts.at(-1) ?? ""),
    altKey: parts.includes("Alt"),
    ctrlKey: parts.includes("Ctrl"),
    shiftKey: parts.includes("Shift"),
  };
}

const place = (row: number, column: number) => ({ row, column });

test("keys move the cursor and extend the range as a spreadsheet's do", () => {
  // Rows 0 to 9 of columns 0 to 4; column 1 is empty in rows 3 to 5.
  const shape = shapeOf(10, 5, (row, column) => column !== 1 || row < 3 || row > 5);
  const cases: [keys: string, at: [number, number], extent?: [number, number]][] = [
    ["ArrowDown ArrowRight", [1, 1]],
    ["ArrowUp ArrowUp ArrowUp", [-1, 0]],
    ["ArrowUp ArrowDown", [0, 0]],
    ["Shift+ArrowDown Shift+ArrowRight", [0, 0], [1, 1]],
    ["Shift+ArrowUp", [0, 0], [0, 0]],
    ["Shift+ArrowDown ArrowRight", [0, 1]],
    ["Ctrl+ArrowDown", [9, 0]],
    ["ArrowRight Ctrl+ArrowDown", [2, 1]],
    ["ArrowRight Ctrl+ArrowDown Ctrl+ArrowDown", [6, 1]],
    ["ArrowRight Ctrl+Shift+ArrowDown", [0, 1], [2, 1]],
    ["PageDown PageDown PageUp", [3, 0]],
    ["End", [0, 4]],
    ["Ctrl+End", [9, 4]],
    ["Ctrl+End Ctrl+Home", [0, 0]],
    ["Ctrl+Shift+End", [0, 0], [9, 4]],
    ["Tab Tab Tab Tab Tab", [1, 0]],
    ["Shift+Tab", [-1, 4]],
    ["ArrowDown Shift+Space", [1, 0], [1, 4]],
    ["ArrowDown ArrowRight Ctrl+Space", [0, 1], [9, 1]],
    ["Ctrl+a", [0, 0], [9, 4]],
    ["x Enter Alt+ArrowDown", [0, 0]],
  ];
  for (const [keys, at, extent = at] of cases)
    assert.deepEqual(
      pressed(cursorAt(place(0, 0)), keys, shape),
      {
        at: place(...at),
        extent: place(...extent),
      },
      keys,
    );
});

test("Tab leaves the grid after the last cell, Shift+Tab before the first head", () => {
  const shape = shapeOf(2, 2, () => true);
  assert.equal(pressed(cursorAt(place(1, 1)), "Tab", shape), undefined);
  assert.equal(pressed(cursorAt(place(-1, 0)), "Shift+Tab", shape), undefined);
});

const names = "ArrowUp ArrowDown ArrowLeft ArrowRight Home End PageUp PageDown Tab Space a".split(" ");

test("the cursor and the range stay inside the grid after any keys, and after rows and columns go", () => {
  let seed = 11;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  let cursor = cursorAt(place(0, 0));
  for (let turn = 0; turn < 100_000; turn += 1) {
    const listed = shapeOf(random(8), 1 + random(5), (row, column) => (row * 7 + column * 3) % 4 !== 0);
    const shape = { ...listed, newRows: random(3) };
    const rows = shape.rows + shape.newRows;
    cursor = within(cursor, shape);
    const key = [random(3) === 0 ? "Ctrl" : "", random(3) === 0 ? "Shift" : "", names[random(names.length)]];
    cursor = pressed(cursor, key.filter((part) => part !== "").join("+"), shape) ?? cursor;
    const { top, left, bottom, right } = rangeOf(cursor);
    const isInside = top >= -1 && left >= 0 && bottom < rows && right < shape.columns;
    assert.ok(isInside, `${key.join("+")} leads to ${JSON.stringify(cursor)} of ${rows} rows`);
    assert.ok(top >= 0 || bottom === -1, "a range does not reach from the head into the rows");
  }
});

test("steps and pages lead to new rows; the end, all rows and a whole column do not include them", () => {
  const shape = { ...shapeOf(4, 2, () => true), newRows: 2 };
  const from = cursorAt(place(3, 0));
  const leads = (keys: string) => rangeOf(pressed(from, keys, shape) ?? assert.fail());
  assert.equal(leads("ArrowDown ArrowDown ArrowDown").bottom, 5);
  assert.equal(leads("PageDown").bottom, 5);
  assert.equal(leads("Tab Tab").bottom, 4);
  for (const keys of ["Ctrl+End", "Ctrl+a", "Ctrl+Space"]) assert.equal(leads(keys).bottom, 3, keys);
});

test("every arrow with Ctrl goes where single steps over the same cells would stop", () => {
  let seed = 5;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] } as const;
  for (let turn = 0; turn < 20_000; turn += 1) {
    const [rows, columns] = [1 + random(7), 1 + random(7)];
    const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => random(3) > 0));
    const filled = (row: number, column: number) => cells[row]?.[column] === true;
    const from = place(random(rows), random(columns));
    for (const [arrow, [down, right]] of Object.entries(arrows)) {
      const line = [from];
      for (let row = from.row + down, column = from.column + right; cells[row]?.[column] !== undefined;) {
        line.push(place(row, column));
        [row, column] = [row + down, column + right];
      }
      const isAt = line.map((one) => filled(one.row, one.column));
      const firstGap = isAt.indexOf(false, 1);
      const nextFilled = isAt.indexOf(true, 1);
      const runs = isAt[0] === true && isAt[1] === true;
      const ends = runs
        ? (firstGap < 0 ? line.length : firstGap) - 1
        : nextFilled < 0
          ? line.length - 1
          : nextFilled;
      const isAbove = arrow === "ArrowUp" && from.row === 0;
      const to = pressed(cursorAt(from), `Ctrl+${arrow}`, shapeOf(rows, columns, filled));
      assert.deepEqual(to?.at, isAbove ? place(-1, from.column) : line[ends]);
    }
  }
});

import { until } from "@jst/testing";
import { keepPicture, noBrowser, testBrowser, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { teamWithFirms } from "../src/console-grid.ts";
import { assertNoFault } from "../src/console.ts";

/** The corner of a range is dragged with a real pointer, and fills what it passes (console.grid-fill). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithFirms>>;
before(async () => {
  if (skip === false) team = await teamWithFirms("console-fill", await openPage());
});

const COLUMNS = ["item", "count", "size", "left"].map((name) => ({
  name,
  type: name === "item" ? "text" : "integer",
}));

/** A table of rows whose first two are numbered 10 and 20, at the console; its grid has the width of the window. */
async function openRows(name: string, rows: number, width = 1_280, height = 800) {
  const { page } = team.owner;
  await page.setViewportSize({ width, height });
  await team.make("data/tables", { name, display_name: name, columns: COLUMNS });
  const all = Array.from({ length: rows }, (_, n) => ({
    data: { item: String(n).padStart(3, "0"), ...(n < 2 ? { count: (n + 1) * 10 } : {}) },
  }));
  await team.make(`data/tables/${name}/rows:batch`, { rows: all });
  await team.owner.go(`/tables/${name}?as=grid&sort=item%3Aasc`);
  const cell = (row: number, column: number) =>
    page.getByRole("grid").locator(`[data-at="${row}:${column}"]`);
  await cell(0, 1).waitFor();
  const counts = async (): Promise<unknown[]> => {
    const listed = (await team.rows(name)).map(({ data }) => data);
    return listed
      .toSorted((one, other) => String(one["item"]).localeCompare(String(other["item"])))
      .map((data) => data["count"] ?? null);
  };
  const becomes = (values: readonly unknown[]) =>
    until(`the counts become ${values.join()}`, 20_000, async () =>
      JSON.stringify((await counts()).slice(0, values.length)) === JSON.stringify(values) ? true : undefined,
    );
  return { page, cell, counts, becomes };
}

type Opened = Awaited<ReturnType<typeof openRows>>;

/** Selects the first two counts. */
async function selectTwo({ page, cell }: Opened): Promise<void> {
  await cell(0, 1).click();
  await page.keyboard.press("Shift+ArrowDown");
  assert.equal(await page.locator(".fill-handle").count(), 1);
}

/** Presses the handle. */
async function grip(page: Page): Promise<void> {
  const box = await page.locator(".fill-handle").boundingBox();
  assert.ok(box !== null && box.width >= 20 && box.height >= 20, "the handle is large enough to be hit");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
}

/** Moves the mouse over the middle of a cell in several steps. */
async function moveOver({ page, cell }: Opened, row: number, column: number): Promise<void> {
  const box = await cell(row, column).boundingBox();
  assert.ok(box !== null);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
}

test(
  "a drag of the handle goes on with the numbers, once more right after a cell was edited",
  { skip },
  async () => {
    const opened = await openRows("dragged", 8);
    const { page, cell, becomes } = opened;
    await selectTwo(opened);
    await grip(page);
    await moveOver(opened, 4, 1);
    await keepPicture(page, "fill handle under way");
    await page.mouse.up();
    await becomes([10, 20, 30, 40, 50, null, null, null]);
    await page.getByText("3 cells filled.").waitFor();
    await page.getByText("8 rows", { exact: true }).waitFor();
    await cell(4, 1).click();
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await grip(page);
    await moveOver(opened, 6, 1);
    await page.mouse.up();
    await becomes([10, 20, 30, 40, 7, 7, 7, null]);
    await page.keyboard.press("Control+z");
    await becomes([10, 20, 30, 40, 7, null, null, null]);
    assertNoFault(team.owner);
  },
);

test("Escape gives up a drag; upwards and to the side it fills too", { skip }, async () => {
  const opened = await openRows("sideways", 4);
  const { page, cell, becomes, counts } = opened;
  await selectTwo(opened);
  await grip(page);
  await moveOver(opened, 3, 1);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  assert.deepEqual(await counts(), [10, 20, null, null]);
  assert.equal(await page.locator('[role="grid"] .grid-cell[aria-selected="true"]').count(), 2);
  await grip(page);
  await moveOver(opened, 1, 3);
  await page.mouse.up();
  await until("the row is filled", 20_000, async () =>
    (await team.rows("sideways")).some(({ data }) => data["size"] === 20 && data["left"] === 20)
      ? true
      : undefined,
  );
  await cell(1, 1).click();
  await grip(page);
  await moveOver(opened, 0, 1);
  await page.mouse.up();
  await becomes([20, 20, null, null]);
  assertNoFault(team.owner);
});

test(
  "a drag beyond the grid scrolls a small window on, and ends with the last stored row",
  { skip },
  async () => {
    const opened = await openRows("beyond", 40, 700, 420);
    const { page, becomes } = opened;
    await selectTwo(opened);
    await grip(page);
    await page.mouse.move(300, 419, { steps: 6 });
    await until("the last row is selected", 20_000, async () =>
      (await page.locator('[data-at="39:1"][aria-selected="true"]').count()) > 0 ? true : undefined,
    );
    await page.mouse.up();
    await becomes(Array.from({ length: 40 }, (_, n) => (n + 1) * 10));
    assert.equal((await team.rows("beyond")).length, 40);
    assertNoFault(team.owner);
  },
);

test("a finger drags the handle on a phone", { skip }, async () => {
  const opened = await openRows("touched", 6, 390, 844);
  const { page, cell, becomes } = opened;
  await selectTwo(opened);
  const from = await page.locator(".fill-handle").boundingBox();
  const to = await cell(4, 1).boundingBox();
  assert.ok(from !== null && to !== null);
  const touches = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
    touches.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await touch("touchStart", x, y);
  for (let step = 1; step <= 8; step += 1)
    await touch("touchMove", x, y + ((to.y + to.height / 2 - y) * step) / 8);
  await keepPicture(page, "fill handle by finger");
  await touch("touchEnd");
  await becomes([10, 20, 30, 40, 50, null]);
  assertNoFault(team.owner);
});

import type { Locator, Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { atConsole, SCRIPT, type AtConsole } from "./console.ts";
import { formOf } from "./exchange.ts";
import { newTeam } from "./fleet.ts";
import { send } from "./http.ts";
import { teamApi } from "./team-api.ts";

/** The cells of a row by the names of its columns. */
export type Cells = Readonly<Record<string, unknown>>;

export const CHOICES = {
  options: [
    { value: "a", label: "First" },
    { value: "b", label: "Second" },
  ],
};

/** A team with a table of firms and two contacts, and its owner at the console. */
export async function teamWithFirms(name: string, page: Page) {
  const { slug, token } = await newTeam(name);
  const { call, listed } = teamApi(() => token);
  const make = async (path: string, body: object): Promise<void> => {
    const answer = await call("POST", path, body);
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
  };
  const columns = [{ name: "name", type: "text" }];
  await make("data/tables", { name: "firms", display_name: "Firms", columns });
  for (const firm of ["Acme", "Bolt", SCRIPT]) await make("data/tables/firms/rows", { data: { name: firm } });
  for (const email of ["ada@example.test", "bo@example.test"]) await make("contacts", { email });
  const owner = await atConsole(page, slug, "owner");
  const rows = (table: string) =>
    listed<{ id: string; data: Cells; version: number }>(`data/tables/${table}/rows`, "rows");
  return { slug, token, call, make, rows, owner, ...firmsOf(rows, call) };
}

type Team = Awaited<ReturnType<typeof teamWithFirms>>;

function firmsOf(rows: Rows, call: ReturnType<typeof teamApi>["call"]) {
  return {
    /** The id of the firm of the name. */
    idOf: async (name: string) => (await rows("firms")).find(({ data }) => data["name"] === name)?.id,
    /** Options of a column that names firms. */
    firm: async (cardinality: "one" | "many") => {
      const { body } = await call("GET", "data/tables/firms");
      const { id: table_id } = body as { id: string };
      return { type: "relation", relation: { table_id, display_column: "name", cardinality } };
    },
  };
}

type Rows = (table: string) => Promise<{ id: string; data: Cells }[]>;

/** A table of the columns with one row, and what the page and the API say of it. */
export async function openTable({ make, rows, owner }: Team, name: string, columns: object[]) {
  await make("data/tables", { name, display_name: name, columns });
  await make(`data/tables/${name}/rows`, { data: {} });
  await owner.go(`/tables/${name}`);
  const cell = (n: number): Locator =>
    owner.page
      .getByRole("grid")
      .getByRole("row")
      .nth(1)
      .locator(`[aria-colindex="${n + 1}"]`);
  const stored = async (): Promise<Cells> => {
    await areSaved(owner.page);
    return (await rows(name))[0]?.data ?? {};
  };
  return { page: owner.page, cell, stored };
}

/** Waits until the answer to each write of a cell has come; a cell shows its new value before. */
export const areSaved = async (page: Page): Promise<void> => {
  await page.locator('[role="grid"]:not(:has([data-state="saving"]))').waitFor();
};

/** Writes a text into a cell of the panel of a row. */
export async function writeInPanel(page: Page, column: string, text: string): Promise<void> {
  const panel = page.getByRole("region", { name: "Row", exact: true });
  await panel.getByRole("button", { name: `Edit ${column}`, exact: true }).click();
  await panel.getByRole("textbox", { name: column }).fill(text);
  await page.keyboard.press("Enter");
}

/** Finds by a text where that is asked, and takes the only one that is offered, by keyboard alone. */
export async function find({ page }: AtConsole, label: string, text: string, name: string): Promise<void> {
  await page.getByRole("combobox", { name: `Find: ${label}` }).focus();
  await page.keyboard.type(text);
  await page.getByRole("listbox").getByRole("option").filter({ hasText: name }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page
    .getByRole("list", { name: `${label}, chosen` })
    .getByText(name, { exact: true })
    .waitFor();
}

/** Uploads a file by the API; its id. */
export async function upload({ token }: Team, name: string): Promise<string> {
  const body = formOf([{ part: "file", value: "Kept", name }]);
  const answer = await send({ method: "POST", path: "/api/v1/files", token, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return (answer.body as { id: string }).id;
}

/** The cells of the grid that show a text. */
export const gridCell = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("grid").locator('[role="gridcell"], [role="rowheader"]').filter({ hasText: text });

/** The head of a column. */
export const headOf = (page: Page, title: string): Locator =>
  page.getByRole("columnheader", { name: title, exact: true });

/** Does what the menu of a head offers. */
export async function actAtHead(page: Page, title: string, act: string): Promise<void> {
  await headOf(page, title).click();
  await page.getByRole("menuitem", { name: act, exact: true }).click();
}

/** Waits until the head has focus, which the page gives. */
export const hasHeadFocus = (page: Page, title: string): Promise<void> =>
  headOf(page, title).and(page.locator(":focus")).waitFor();

/** Waits until something is no longer on the page. */
export const isGone = (of: Locator): Promise<void> => of.waitFor({ state: "detached" });

/** The width of something on the page in CSS pixels. */
export const widthOf = async (of: Locator): Promise<number> => (await of.boundingBox())?.width ?? 0;

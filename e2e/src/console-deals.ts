import { until } from "@jst/testing";
import type { Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { teamWithFirms } from "./console-grid.ts";

/** A view of a table as the API answers it. */
export interface StoredView {
  id: string;
  name: string;
  version: number;
  filters: unknown;
  sorts: unknown;
  hidden_columns: string[];
  column_order: string[];
  grid: unknown;
}

const options = ["new", "won", "lost"].map((value) => ({
  value,
  label: `${value[0]?.toUpperCase()}${value.slice(1)}`,
}));
const columns = [
  { name: "title", display_name: "Title", type: "text" },
  { name: "status", display_name: "Status", type: "select", options: { options } },
  { name: "price", display_name: "Price", type: "currency", options: { currency: "EUR" } },
  { name: "due", display_name: "Due", type: "date" },
  { name: "done", display_name: "Done", type: "boolean" },
  { name: "owner", display_name: "Owner", type: "user" },
];

/** A team with a table of three deals, and its owner at the console. */
export async function teamWithDeals(name: string, page: Page) {
  const team = await teamWithFirms(name, page);
  const { call, make, firm } = team;
  const { body } = await call("GET", "members");
  const owner = (body as { members: { id: string }[] }).members[0]?.id ?? "";
  const related = { ...(await firm("one")), name: "firm", display_name: "Firm" };
  await make("data/tables", { name: "deals", display_name: "Deals", columns: [...columns, related] });
  const due = new Date().toISOString().slice(0, 10);
  for (const data of [
    { title: "Anchor", status: "new", price: 129_950, due, done: true, owner },
    {
      title: "Bridge",
      status: "won",
      price: 500,
      due: "2020-01-31",
      done: false,
      firm: await team.idOf("Bolt"),
    },
    { title: "Crane", status: "new", price: 700, due: "2020-02-29" },
  ])
    await make("data/tables/deals/rows", { data });
  return {
    ...team,
    makeView: async (view: object): Promise<StoredView> => {
      const made = await call("POST", "data/tables/deals/views", view);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return made.body as StoredView;
    },
    /** Titles of the columns in the order of the table. */
    titles: async (): Promise<string[]> => {
      const { body: table } = await call("GET", "data/tables/deals");
      return (table as { columns: { display_name: string }[] }).columns.map((column) => column.display_name);
    },
    viewOf: async (id: string) => (await call("GET", `data/tables/deals/views/${id}`)).body as StoredView,
  };
}

/** Waits until the grid lists rows of these titles and no others. */
export const lists = (page: Page, ...wanted: readonly string[]) =>
  until(`the rows ${wanted.join(", ")}`, 30_000, async () => {
    const shown = await page.getByRole("grid").getByRole("rowheader").allTextContents();
    return shown.filter((title) => title !== "").join() === wanted.join() ? true : undefined;
  });

/** Waits until the grid draws columns of these titles and no others, in this order. */
export const areTitled = (page: Page, ...wanted: readonly string[]) =>
  until(`the columns ${wanted.join(", ")}`, 20_000, async () => {
    const heads = await page.getByRole("grid").getByRole("columnheader").allTextContents();
    const shown = heads.slice(1).map((text) => text.replace(/[↑↓]$/, ""));
    return shown.join() === wanted.join() ? true : undefined;
  });

/** The address of the deals with a filter. */
export const filtered = (filter: unknown): string =>
  `/tables/deals?filter=${encodeURIComponent(typeof filter === "string" ? filter : JSON.stringify(filter))}`;

/** The filter that the address of a page has. */
export const filterIn = (page: Page) => new URL(page.url()).searchParams.get("filter");

import { until } from "@jst/testing";
import { violationsOf, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";

/** Presses the first button of the name. */
export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();

/** Writes a text into the first field of the label. */
export const fill = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).first().fill(text);

/** Finds a value of the field by a part of its label, and chooses it. */
export async function find(page: Page, field: string, value: string): Promise<void> {
  const group = page.getByRole("group", { name: field, exact: true });
  await group.getByRole("combobox").fill(value);
  await page.getByRole("option", { name: value, exact: true }).click();
  await group.getByRole("button", { name: `Remove ${value}`, exact: true }).waitFor();
}

/** Adds words to the list of the label in a page or a part of it. */
export async function addWords(
  of: Pick<Page, "getByLabel">,
  label: string,
  ...words: readonly string[]
): Promise<void> {
  const field = of.getByLabel(label, { exact: true }).first();
  for (const word of words) {
    await field.fill(word);
    await field.press("Enter");
  }
}

/** Waits until the button has focus, which the page gives. */
export const hasFocus = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).and(page.locator(":focus")).waitFor();

/** Types a text into the field of the label once that has focus, which the page gives. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type(text);
}

/** The field of the label in which one of some values is chosen. */
export const choice = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });

/** Adds a condition to the filter of a list: its column, how it compares, and the value. */
export async function addFilter(page: Page, column: string, op?: string, value?: string): Promise<void> {
  await press(page, "Add filter");
  await page.getByRole("option", { name: column, exact: true }).click();
  if (op !== undefined) await choice(page, "Condition").selectOption(op);
  if (value !== undefined) await fill(page, "Value", value);
  await press(page, "Apply");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** The chips of a filter. */
export const chips = (page: Page) => page.getByRole("list", { name: "Filters", exact: true });

/** The form or the question over the page. */
export const dialog = (page: Page) => page.locator(".modal > [role]");

/** Opens the question of an act, looks whether everybody can read it, and says yes. */
export async function act(page: Page, opens: string, does = opens): Promise<void> {
  await press(page, opens);
  await dialog(page).waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await dialog(page).getByRole("button", { name: does, exact: true }).click();
  await dialog(page).waitFor({ state: "detached" });
}

/** Waits until the page of a thing has come, whose title is its name. */
export const isTitled = (page: Page, title: string | RegExp) =>
  page.getByRole("heading", { level: 1, name: title }).waitFor();

/** Script that tries a write of the page; nobody may succeed. */
const WRITES = `fetch("/api/v1/contacts", {
  method: "POST", body: "[]", headers: { "x-requested-with": "console", "content-type": "application/json" },
}).then(({ status }) => status)`;

/** Acts on a page that does not know yet that its member may write no more, once the way in does. */
export async function actUnawares(
  page: Page,
  change: () => Promise<unknown>,
  acts: () => Promise<void>,
): Promise<void> {
  const acted = Promise.withResolvers<undefined>();
  await page.route("**/api/v1/session", async (route) => {
    await acted.promise;
    await route.continue();
  });
  await change();
  await until("the change is in force", 10_000, async () =>
    [401, 403].includes(await page.evaluate<number>(WRITES)) ? true : undefined,
  );
  await acts();
  acted.resolve(undefined);
}

/** Keeps from each page what another one does to the changeset until all have decided, and been answered. */
export async function decideAtOnce(
  id: string,
  deciders: readonly { page: Page; path: "approve" | "reject"; decide: () => Promise<void> }[],
): Promise<boolean[]> {
  const reads = `**/api/v1/changesets/${id}?*`;
  for (const { page } of deciders) await page.route(reads, (route) => route.abort());
  const answers = await Promise.all(
    deciders.map(async ({ page, path, decide }) => {
      const answering = page.waitForResponse(`**/changesets/${id}/${path}`);
      await decide();
      return (await answering).ok();
    }),
  );
  for (const { page } of deciders) await page.unroute(reads);
  return answers;
}

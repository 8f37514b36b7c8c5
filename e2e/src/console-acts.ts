import { violationsOf, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";

/** Presses the first button of the name. */
export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();

/** Writes a text into the first field of the label. */
export const fill = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).first().fill(text);

/** The field of the label in which one of some values is chosen. */
export const choice = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });

/** Opens the question of an act, looks whether everybody can read it, and says yes. */
export async function act(page: Page, opens: string, does = opens): Promise<void> {
  await press(page, opens);
  await page.getByRole("dialog").waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await page.getByRole("dialog").getByRole("button", { name: does, exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Waits until the page of a thing has come, whose title is its name. */
export const isTitled = (page: Page, title: string | RegExp) =>
  page.getByRole("heading", { level: 1, name: title }).waitFor();

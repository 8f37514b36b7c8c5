import { noBrowser, testBrowser, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { dialog, fill, isTitled, press } from "../src/console-acts.ts";
import { teamWithFirms } from "../src/console-grid.ts";
import { assertGoodEverywhere, assertNoFault } from "../src/console.ts";

/** Changed forms ask before they are left, in a real browser (console.leaving, console.toasts, console.dialogs). */
const openPage = testBrowser();
const skip = noBrowser;

let team: Awaited<ReturnType<typeof teamWithFirms>>;
before(async () => {
  if (skip === false) team = await teamWithFirms("console-leaving", await openPage());
});

const question = (page: Page) => page.getByRole("alertdialog", { name: "Discard your changes?" });
/** Presses Back, which a question may stop. */
const goesBack = (page: Page) => page.evaluate("history.back()");
const first = (page: Page) => page.getByLabel("First name", { exact: true });

test("a dialog with changed fields asks before Escape or its close button loses them", { skip }, async () => {
  const { page, go } = team.owner;
  await go("/contacts");
  await press(page, "New contact");
  await first(page).fill("Ada");
  await page.keyboard.press("Escape");
  await question(page).waitFor();
  await assertGoodEverywhere(page, "question before leaving");
  await page.setViewportSize({ width: 1_280, height: 800 });
  await press(page, "Keep editing");
  assert.equal(await first(page).inputValue(), "Ada");
  await dialog(page).getByRole("button", { name: "Close", exact: true }).click();
  await press(page, "Discard");
  await dialog(page).waitFor({ state: "detached" });
  await press(page, "New contact");
  assert.equal(await first(page).inputValue(), "");
  await first(page).fill("Ada");
  await first(page).fill("");
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  assertNoFault(team.owner);
});

test(
  "a page with a changed form asks before a link or Back leaves it, not once it is saved",
  { skip },
  async () => {
    const { page, go } = team.owner;
    const tables = page.getByRole("link", { name: "All tables" });
    await go("/forms");
    await page.getByRole("link", { name: "Contacts" }).click();
    await isTitled(page, "Contacts");
    await page.getByRole("link", { name: "Team", exact: true }).click();
    await isTitled(page, "Members");
    await fill(page, "E-mail addresses of new members", "eva@example.test");
    await tables.click();
    await press(page, "Keep editing");
    await goesBack(page);
    await press(page, "Keep editing");
    await isTitled(page, "Members");
    await goesBack(page);
    await press(page, "Discard");
    await isTitled(page, "Contacts");
    await tables.click();
    await isTitled(page, "Tables");
    assert.equal(await question(page).count(), 0);
    await go("/members");
    await fill(page, "E-mail addresses of new members", "eva@example.test");
    await press(page, "Add and invite by e-mail");
    await page.getByText("An invitation is on its way.").waitFor();
    await tables.click();
    await isTitled(page, "Tables");
    assert.equal(await question(page).count(), 0);
    assertNoFault(team.owner);
  },
);

test("the browser asks before it loads another page over a changed form", { skip }, async () => {
  const { page, go } = team.owner;
  await go("/contacts");
  await press(page, "New contact");
  await first(page).fill("Ada");
  const asked = page.waitForEvent("dialog");
  await page.reload();
  assert.equal((await asked).type(), "beforeunload");
});

test(
  "F6 leads to the toast of a write, Escape closes it, and its Undo undoes the write",
  { skip },
  async () => {
    const { page, go } = team.owner;
    const create = async (email: string) => {
      await go("/contacts");
      await press(page, "New contact");
      await fill(page, "E-mail address", email);
      await press(page, "Create contact");
      const toast = page.getByRole("alertdialog").filter({ hasText: email });
      await toast.waitFor();
      return toast;
    };
    const closed = await create("closed@example.test");
    await assertGoodEverywhere(page, "toast of a write");
    await page.keyboard.press("F6");
    await page.keyboard.press("Escape");
    await closed.waitFor({ state: "detached" });
    const undone = await create("undone@example.test");
    await undone.getByRole("button", { name: /^Undo/ }).click();
    await undone.getByText("Undone: Create contact undone@example.test").waitFor();
    await page.getByText("This contact is deleted. You can restore it.").waitFor();
  },
);

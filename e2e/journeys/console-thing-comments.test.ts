import { isTooWide, keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { press } from "../src/console-acts.ts";
import { assertGoodEverywhere, assertNoFault, atConsole, SCRIPT } from "../src/console.ts";
import { mintToken, newTeam } from "../src/fleet.ts";
import { formOf } from "../src/exchange.ts";
import { makerOf, type Make } from "../src/make.ts";

/** Comments on things in a real browser (comments.things, comments.mentions). */
const openPage = testBrowser();
const skip = noBrowser;

let team = "";
let contact = "";
let make: Make;
before(async () => {
  ({ slug: team } = await newTeam("talks"));
  make = makerOf(await mintToken(team));
  contact = await make("/api/v1/contacts", { first_name: "Ada" });
});

test(
  "two people talk about a contact: a mention, its notice, a reply, resolved by one press",
  { skip },
  async () => {
    const owner = await atConsole(await openPage(), team, "owner");
    const other = await atConsole(await openPage(), team, "member", "other");
    await other.page.goto("about:blank");
    const { page } = owner;
    await owner.go(`/contacts/${contact}`);
    await page.getByText("Nobody has commented on this yet.").waitFor();
    await page.getByRole("textbox", { name: "Comment" }).focus();
    await page.keyboard.type(`Is **this** right? ${SCRIPT} @member.ot`);
    await page.getByRole("option", { name: `member.other@${team}.test` }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const comments = page.getByRole("list", { name: "Comments", exact: true });
    await comments.getByText(/right\?\s+@member\.other@[\w-]+\.test$/).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await keepPicture(page, "journey comment on a contact");

    await other.page.setViewportSize({ width: 390, height: 844 });
    await other.go("/notifications");
    await other.page.getByText("A comment on a contact mentions you").first().click();
    const said = other.page.getByRole("list", { name: "Comments", exact: true });
    await said.locator("strong", { hasText: "this" }).waitFor();
    assert.equal(await said.getByRole("button", { name: "Edit" }).count(), 0);
    await press(other.page, "Reply");
    await other.page.getByLabel("Reply", { exact: true }).and(other.page.locator(":focus")).waitFor();
    await other.page.keyboard.type("Since May.");
    assert.deepEqual(await violationsOf(other.page), []);
    assert.equal(await isTooWide(other.page), false);
    await keepPicture(other.page, "journey reply on a telephone");
    await press(other.page, "Send reply");
    await said.getByText("Since May.").waitFor();

    await comments.getByText("Since May.").waitFor({ timeout: 20_000 });
    await press(page, "Resolve");
    await page.getByText("Resolved (1)").click();
    await page.getByRole("list", { name: "Resolved (1)" }).getByText("Since May.").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await press(page, "Open again");
    await comments.getByText("Since May.").waitFor();
    assertNoFault(owner);
    assertNoFault(other);
  },
);

test("an author edits and deletes what it wrote, and others do not", { skip }, async () => {
  const member = await atConsole(await openPage(), team, "member", "author");
  const id = await make("/api/v1/contacts", { first_name: "Bo" });
  await make("/api/v1/comments", { resource: "contact", resource_id: id, text: "By a program" });
  await member.go(`/contacts/${id}`);
  const { page } = member;
  await page.getByText("By a program").waitFor();
  await page.getByRole("textbox", { name: "Comment" }).fill("Frist");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  const own = page.getByRole("listitem").filter({ hasText: "Frist" });
  await own.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Edit your comment").fill("First");
  await press(page, "Save");
  await page.getByText("First", { exact: true }).waitFor();
  await page.getByText(", edited").waitFor();
  assert.equal(
    await page
      .getByRole("list", { name: "Comments", exact: true })
      .getByRole("button", { name: "Delete", exact: true })
      .count(),
    1,
  );
  await page
    .getByRole("list", { name: "Comments", exact: true })
    .getByRole("button", { name: "Delete", exact: true })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("First", { exact: true }).waitFor({ state: "detached" });
  assertNoFault(member);
});

test(
  "the pages of a file, an article, an invoice and a row have comments at every width",
  { skip },
  async () => {
    const owner = await atConsole(await openPage(), team, "owner");
    const table = await make("/api/v1/data/tables", {
      display_name: "Orders",
      columns: [{ name: "name", type: "text" }],
    });
    const line_items = [{ description: "Sample", unit_amount: 1_000 }];
    const made = {
      file: await make("/api/v1/files", formOf([{ part: "file", value: "Sample", name: "sample.txt" }])),
      article: await make("/api/v1/articles", { title: "Guide", body: "Text" }),
      invoice: await make("/api/v1/commerce/invoices", { contact_id: contact, currency: "EUR", line_items }),
      row: await make(`/api/v1/data/tables/${table}/rows`, { data: { name: "Ada" } }),
    };
    const places = { file: `/files/${made.file}`, article: `/articles/${made.article}` };
    const more = { invoice: `/invoices/${made.invoice}`, row: `/tables/${table}?open=${made.row}` };
    for (const [resource, place] of Object.entries({ ...places, ...more })) {
      const id = made[resource as keyof typeof made];
      const inTable = resource === "row" ? { table_id: table } : {};
      await make("/api/v1/comments", {
        resource,
        resource_id: id,
        ...inTable,
        text: `About the ${resource}`,
      });
      await owner.go(place);
      const section = owner.page.getByRole("region", { name: "Comments", exact: true });
      await section.getByText(`About the ${resource}`).waitFor();
      await assertGoodEverywhere(owner.page, `comments on ${resource}`);
    }
    assertNoFault(owner);
  },
);

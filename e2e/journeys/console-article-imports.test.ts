import { until } from "@jst/testing";
import { noBrowser, testBrowser } from "@jst/testing/browser";
import { zipOf } from "@jst/testing/zips";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { choice, dialog, isTitled } from "../src/console-acts.ts";
import { button, countingAt, stateIs } from "../src/console-imports.ts";
import { assertGoodEverywhere, assertNoFault, atConsole, type AtConsole } from "../src/console.ts";
import { newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** Documents that a person brings into articles at the console (console.imports), and their pages (console.article). */
const openPage = testBrowser();
const skip = noBrowser;
const WIDTHS = [1_280, 390];

let team = "";
let token = "";
let owner: AtConsole;
before(async () => {
  if (skip !== false) return;
  ({ slug: team, token } = await newTeam("console-article-imports"));
  owner = await atConsole(await openPage(), team, "owner");
});
/** Parts of a text that Markdown marks. */
const MORE = "\n\n![Map](map.png)\n\n- [x] Keys\n\n| Day | Task |\n| --- | --- |\n| 1 | Laptop |\n";
/** The smallest picture: one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const { call, listed } = teamApi(() => token);

test(
  "an export of Notion becomes drafts of articles in four clicks, and one more undoes them",
  { skip },
  async () => {
    const { page, go } = owner;
    const absent: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 404) absent.push(response.url());
    });
    await go("/articles");
    const { click, choose, count } = countingAt(page);
    await click(button(page, "Import"));
    await dialog(page).getByText("The rows become drafts of articles.").waitFor();
    await assertGoodEverywhere(page, "imports articles dialog", WIDTHS);
    const pages = zipOf([
      {
        name: `Handbook ${"a".repeat(32)}.md`,
        content: `# Handbook\n[Leave](Leave.md) [form](form.txt) [gone](Gone.md)${MORE}`,
      },
      { name: "map.png", content: PIXEL },
      { name: "Leave.md", content: "---\ntags: [hr]\nowner: Ada\n---\n# Leave\n" },
      { name: "form.txt", content: "Form" },
    ]);
    await choose("notion.zip", zipOf([{ name: "Part-1.zip", content: pages, method: 0 }]));
    await isTitled(page, "notion.zip");
    await stateIs(page, "Not checked");
    const importPath = new URL(page.url()).pathname.replace("/console", "");
    assert.equal(await choice(page, "The rows go to").inputValue(), "articles");
    assert.equal(await choice(page, "Articles that are there already").inputValue(), "slug");
    const goals = [
      ["title", "title"],
      ["path", "-out"],
      ["owner", "-out"],
    ] as const;
    for (const [header, goal] of goals)
      assert.equal(await choice(page, `${header} goes to`).inputValue(), goal, header);
    await assertGoodEverywhere(page, "imports articles mapping", WIDTHS);
    await click(button(page, "Check"));
    await page.getByText("2 new rows, 1 row with warnings, 2 new files").waitFor();
    await page.getByText(/“Gone.md”/).waitFor();
    await assertGoodEverywhere(page, "imports articles checked", WIDTHS);
    await click(button(page, "Import 2 rows"));
    await stateIs(page, "Done");
    assert.equal(count(), 4);
    const articles = () => listed<{ status: string; slug: string }>("articles", "articles");
    assert.deepEqual((await articles()).map(({ slug, status }) => `${slug} ${status}`).toSorted(), [
      "handbook draft",
      "leave draft",
    ]);
    const { body } = await call("GET", "articles/handbook");
    assert.match(
      (body as { body: string }).body,
      /^# Handbook\n\[Leave\]\(\/articles\/leave\) \[form\]\(\/api\/v1\/files\//,
    );
    await page.getByRole("link", { name: "Open articles" }).click();
    await page.getByRole("link", { name: "Handbook", exact: true }).click();
    await isTitled(page, "Handbook");
    const text = page.locator(".rendered");
    await text.getByRole("cell", { name: "Laptop" }).waitFor();
    await text.getByRole("checkbox", { name: "Done task", checked: true }).waitFor();
    await until("the picture is shown", 10_000, async () =>
      (await page.evaluate<boolean>(`document.querySelector("img[alt=Map]")?.naturalWidth === 1`))
        ? true
        : undefined,
    );
    assert.equal(await page.getByRole("heading", { name: "Handbook" }).count(), 1);
    await assertGoodEverywhere(page, "article rendered", WIDTHS);
    await text.getByRole("link", { name: "Leave" }).click();
    await isTitled(page, "Leave");
    await go(importPath);
    await click(button(page, "Undo: notion.zip"));
    await page.getByText("The import was undone").waitFor();
    await stateIs(page, "Undone");
    assert.deepEqual(await articles(), []);
    await page.getByRole("link", { name: "Open articles" }).click();
    await isTitled(page, "Articles");
    assert.deepEqual(absent, []);
    assertNoFault(owner);
  },
);

test("a viewer imports no article", { skip }, async () => {
  const viewer = await atConsole(await openPage(), team, "viewer");
  await viewer.go("/articles");
  await isTitled(viewer.page, "Articles");
  assert.equal(await button(viewer.page, "Import").count(), 0);
});

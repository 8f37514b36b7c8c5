import { isTooWide, keepPicture, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import { assertNoFault, atConsole, type AtConsole } from "../src/console.ts";
import { fleet, newTeam } from "../src/fleet.ts";
import { assertLooksAsStored, otherLetters } from "../src/kept-pictures.ts";

/** The page of all parts (console.design), beside the pictures that are stored of it. */
const openPage = testBrowser();
const skip = noBrowser;
const app = path.resolve(import.meta.dirname, "../../services/console");
const parts = readdirSync(path.join(app, "app/parts")).filter((file) => file.endsWith(".tsx"));
const SCHEMES = ["light", "dark"] as const;

let owner: AtConsole;
before(async () => {
  if (skip !== false) return;
  const { slug } = await newTeam("design");
  owner = await atConsole(await openPage(), slug, "owner");
  await owner.page.emulateMedia({ reducedMotion: "reduce" });
  await owner.page.goto(`${fleet().base_url}/console/design`);
  await owner.page.locator("[data-part]").first().waitFor();
});

test("every file of parts has an example, and a part of it stands in the guide", { skip }, async () => {
  const shown = await owner.page.evaluate<string[]>(
    `[...document.querySelectorAll("[data-part]")].map(({ dataset }) => dataset.part)`,
  );
  assert.deepEqual(
    parts.filter((part) => !shown.includes(part)),
    [],
  );
  const guide = readFileSync(path.join(app, "DESIGN.md"), "utf8");
  const isInGuide = (part: string) =>
    [...readFileSync(path.join(app, "app/parts", part), "utf8").matchAll(/^export function (\w+)/gm)].some(
      ([, name = ""]) => guide.includes(`\`${name}\``),
    );
  assert.deepEqual(
    parts.filter((part) => !isInGuide(part)),
    [],
  );
});

for (const scheme of SCHEMES)
  test(`every part looks as its picture in the ${scheme} scheme`, { skip }, async (context) => {
    const { page } = owner;
    await page.emulateMedia({ colorScheme: scheme });
    const reason = await otherLetters(page);
    if (reason !== undefined) {
      context.skip(reason);
      return;
    }
    for (const part of await page.locator("[data-part]").all()) {
      const name = (await part.getAttribute("data-part")) ?? "";
      await assertLooksAsStored(part, `${name.replace(".tsx", "")} ${scheme}`);
    }
  });

test("every part is accessible in both schemes, and fits a phone", { skip }, async () => {
  const { page } = owner;
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violationsOf(page), []);
    await keepPicture(page, `design ${colorScheme}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await isTooWide(page), false);
  assertNoFault(owner);
});

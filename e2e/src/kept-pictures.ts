import type { Locator, Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

const folder = path.resolve(import.meta.dirname, "../pictures");
const isUpdate = process.env["UPDATE_PICTURES"] === "1";
/** Part of the pixels that may differ. */
const PART = 0.001;

/** Draws letters, whose pixels depend on the fonts of the machine and on how its browser smooths them. */
const LETTERS = `(() => {
  const canvas = new OffscreenCanvas(240, 40);
  const pen = canvas.getContext("2d");
  pen.font = "20px system-ui";
  pen.fillText("Sphinx of quartz 0123", 2, 28);
  return [...pen.getImageData(0, 0, 240, 40).data].reduce((sum, one, at) => (sum * 31 + one * at) % 4294967291, 7);
})()`;

/** Returns why the pictures cannot be compared on this machine, whose letters look otherwise; undefined if they can. */
export async function otherLetters(page: Page): Promise<string | undefined> {
  const file = path.join(folder, "letters.json");
  const letters = await page.evaluate<number>(LETTERS);
  if (isUpdate) writeFileSync(file, `${JSON.stringify({ letters })}\n`);
  const { letters: stored } = JSON.parse(readFileSync(file, "utf8")) as { letters: number };
  return letters === stored ? undefined : "the fonts of this machine are not those of the pictures";
}

/** Compares an element with its stored picture: at most a thousandth of the pixels may differ (console.design). */
export async function assertLooksAsStored(element: Locator, name: string): Promise<void> {
  const file = path.join(folder, `${name}.png`);
  const bytes = await element.screenshot({ animations: "disabled", caret: "hide" });
  if (isUpdate) {
    writeFileSync(file, bytes);
    return;
  }
  assert.ok(existsSync(file), `${name} has no stored picture; UPDATE_PICTURES=1 stores it.`);
  const [stored, seen] = [PNG.sync.read(readFileSync(file)), PNG.sync.read(bytes)];
  const { width, height } = stored;
  assert.deepEqual([seen.width, seen.height], [width, height], name);
  const differing = pixelmatch(stored.data, seen.data, undefined, width, height);
  if (differing > PART * width * height)
    writeFileSync(path.join(".test/screenshots", `seen ${name}.png`), bytes);
  assert.ok(differing <= PART * width * height, `${differing} pixels of ${name} differ`);
}

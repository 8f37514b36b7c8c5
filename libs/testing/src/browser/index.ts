import axe from "axe-core";
import { chromium, type Browser, type Page } from "playwright-core";
import path from "node:path";
import { after } from "node:test";
import { chromiumProgram } from "./chromium.ts";

export { noBrowser } from "./chromium.ts";
export type { Locator, Page, Route } from "playwright-core";

/** Options of a page; by default it has a desktop's size and runs scripts. */
export interface PageOptions {
  /** In CSS pixels: 320 is the narrowest telephone. */
  width?: number;
  /** False for who has switched scripts off. */
  javaScript?: boolean;
}

const HEIGHT = 800;
/** In which pages show and read values: the same on every machine. */
const LOCALE = "en-GB";

/**
 * A real browser for the tests of a file, called once at its top: it starts with the first page, ends with the file.
 * Each page is a visitor of its own, who has no cookies.
 */
export function testBrowser(): (options?: PageOptions) => Promise<Page> {
  let starting: Promise<Browser> | undefined;
  after(async () => {
    const browser = await starting;
    const pages = (browser?.contexts() ?? []).flatMap((context) => context.pages());
    // A call of a page that a test still holds when the file ends is answered by nobody.
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
    await browser?.close();
  });
  return async ({ width = 1_280, javaScript = true } = {}) => {
    starting ??= start();
    const viewport = { width, height: HEIGHT };
    const context = await (
      await starting
    ).newContext({ viewport, javaScriptEnabled: javaScript, locale: LOCALE });
    return context.newPage();
  };
}

async function start(): Promise<Browser> {
  const { program, env } = await chromiumProgram();
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return chromium.launch({
    executablePath: program,
    env: { ...Object.fromEntries(inherited), ...env },
    // Tests run as root in many containers, where Chromium has no sandbox.
    args: ["--no-sandbox", "--no-zygote", "--disable-gpu", "--font-render-hinting=none"],
  });
}

/** Lists the violations that axe finds on the page by WCAG 2.2 AA and its best practices: the rule, and the element. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>("axe.run()");
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** True where the page is wider than its window, so that one must scroll sideways to read it. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate<boolean>("document.documentElement.scrollWidth > window.innerWidth");
}

const pictures = path.resolve(import.meta.dirname, "../../../../.test/screenshots");

/** Keeps a picture of the whole page in .test/screenshots, to be looked at. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
}

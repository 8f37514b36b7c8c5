import { until } from "@jst/testing";
import { noBrowser, testBrowser, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { atConsole } from "../src/console.ts";
import { newTeam } from "../src/fleet.ts";
import { teamApi } from "../src/team-api.ts";

/** How soon the console is usable, by the marks of the browser, beside a page of as many bytes that does nothing. */
const openPage = testBrowser();
const skip = noBrowser;
const ROUNDS = 5;
const LARGEST = 250_000;

interface Loaded {
  /** When its heading was drawn, or the page was loaded, in ms since it was asked for. */
  at: number;
  /** Bytes of each file as they came over the wire. */
  sizes: number[];
}

const LOADED = `(() => {
  const [page] = performance.getEntriesByType("navigation");
  const files = performance.getEntriesByType("resource").filter(({ name }) => !name.includes("/api/"));
  const usable = performance.getEntriesByName("console.usable")[0]?.startTime;
  return { at: usable ?? page.loadEventEnd, sizes: [page, ...files].map(({ encodedBodySize: size }) => size) };
})()`;

/** Opens the address as somebody who was never there, and says when it was there. */
async function opened(page: Page, url: string): Promise<Loaded> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.detach();
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page.evaluate<Loaded>(LOADED);
}

const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
});

/** A page of files of these sizes, which no browser can do anything with. */
async function staticPage(sizes: readonly number[]): Promise<string> {
  const files = sizes.map((size) => randomBytes(Math.ceil(size / 2)).toString("hex"));
  const links = files.map((_, n) => `<link rel="stylesheet" href="/${n}.css">`).join("");
  const server = createServer(({ url = "/" }, response) => {
    const file = files[Number(/^\/(\d+)\.css$/.exec(url)?.[1])];
    response.setHeader("content-type", file === undefined ? "text/html" : "text/css");
    response.end(
      file === undefined ? `<!doctype html><title>Static</title>${links}<h1>Static</h1>` : `/*${file}*/`,
    );
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

test(
  "the first page is small, and how much later than a static page it is usable is told",
  { skip },
  async (context) => {
    const { slug } = await newTeam("console-first");
    const { page } = await atConsole(await openPage(), slug, "owner");
    const url = page.url();
    const own: Loaded[] = [];
    for (let round = 0; round < ROUNDS; round += 1) own.push(await opened(page, url));
    const sizes = own[0]?.sizes ?? [];
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(bytes > 0 && bytes <= LARGEST, `${bytes} bytes`);
    const plain = await staticPage(sizes);
    const others: Loaded[] = [];
    for (let round = 0; round < ROUNDS; round += 1) others.push(await opened(page, plain));
    const [usable, loaded] = [median(own.map(({ at }) => at)), median(others.map(({ at }) => at))];
    const ratio = (usable / loaded).toFixed(1);
    context.diagnostic(
      `usable after ${usable.toFixed(0)} ms, ${ratio} times a static page of ${bytes} bytes`,
    );
  },
);

test("a page whose files a release has replaced reloads and shows the table", { skip }, async () => {
  const { slug, token } = await newTeam("console-released");
  const reply = await teamApi(() => token).call("POST", "data/tables", {
    name: "stock",
    display_name: "Stock",
  });
  assert.equal(reply.status, 201);
  const { page } = await atConsole(await openPage(), slug, "owner");
  let gone = 0;
  await page.route("**/assets/table-page-*.js", (route) => {
    gone += 1;
    return gone === 1 ? route.fulfill({ status: 404 }) : route.continue();
  });
  await page.getByRole("navigation").getByRole("link", { name: "Tables" }).click();
  await page.getByRole("main").getByRole("link", { name: "Stock" }).click();
  await page.getByRole("heading", { level: 1, name: "Stock" }).waitFor();
  assert.equal(gone, 2);
});

/** Waits for a number that the browser has measured. */
const measured = (page: Page, what: string): Promise<number> =>
  until(`${what} is measured`, 20_000, async () => (await page.evaluate<number | null>(what)) ?? undefined);

const lastEntry = (name: string) => `performance.getEntriesByName("${name}").at(-1)`;

test("the browser measures data on screen, a written cell and a page change", { skip }, async (context) => {
  const { slug, token } = await newTeam("console-marks");
  const { call } = teamApi(() => token);
  const table = { name: "stock", display_name: "Stock", columns: [{ name: "item", type: "text" }] };
  assert.equal((await call("POST", "data/tables", table)).status, 201);
  const rows = Array.from({ length: 300 }, (_, n) => ({ data: { item: `item ${n}` } }));
  assert.ok((await call("POST", "data/tables/stock/rows:batch", { rows })).status < 300);
  const { page, go } = await atConsole(await openPage(), slug, "owner");
  const [data, writes, changes]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await go("/tables/stock");
    const first = `performance.getEntriesByName("console.data")[0]?.startTime`;
    data.push(await measured(page, first));
    await page.locator('[data-at="0:0"]').click();
    await page.keyboard.type(`written ${round}`);
    await page.keyboard.press("Enter");
    const written = `${lastEntry("grid.write")}?.duration`;
    writes.push(await measured(page, written));
    const start = Number(await page.evaluate("performance.now()"));
    await page.getByRole("navigation").getByRole("link", { name: "Tables" }).click();
    await page.getByRole("heading", { level: 1, name: "Tables" }).waitFor();
    changes.push(Number(await page.evaluate(`${lastEntry("console.usable")}.startTime`)) - start);
  }
  context.diagnostic(
    `data on screen after ${median(data).toFixed(0)} ms, written cell ${median(writes).toFixed(0)} ms, page change ${median(changes).toFixed(0)} ms`,
  );
});

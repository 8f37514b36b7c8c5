import { isTooWide, noBrowser, testBrowser, violationsOf } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testComms } from "../testing/test-comms.ts";
import { testNews } from "../testing/test-news.ts";
import { testSender } from "../testing/test-sender.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const comms = await testComms();
const sender = testSender(comms.database);
stop = () => sender.stop();
const { newNews, ask, statuses } = testNews(comms);
const openPage = testBrowser();
const url = (path: string) => `${comms.door.httpUrl}${path}`;

/** Name of a team with HTML in it. */
const HOSTILE = `</p><script>alert(1)</script>"'`;
const brand = { name: HOSTILE, logo: null, favicon: null, primary_color: "#0f766e" };
const dressed = (team_id: string) =>
  comms.teams.set(team_id, { team_id, slug: team_id, modules: [], brand, timezone: "UTC" });

test("looking changes nothing, however often a scanner of mail does, by GET and by HEAD", async () => {
  const { caller, path } = await newNews();
  for (let count = 0; count < 40; count += 1) {
    const reply = await ask(`${path}?x=%ff`, { method: count % 2 ? "HEAD" : "GET" });
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get("set-cookie"), null);
    await reply.text();
  }
  assert.deepEqual(await statuses(caller), ["opted_in"]);
});

test("the page has the brand of its team, whose name is escaped, and shows no address", async () => {
  const { caller, path } = await newNews();
  dressed(caller.team_id);
  for (const init of [{}, { method: "POST" }]) {
    const text = await (await ask(path, init)).text();
    assert.match(text, /&lt;script&gt;/);
    assert.match(text, /--brand: #0f766e/);
    assert.doesNotMatch(text, /<script|ada@example/);
  }
});

test("every unknown secret is the same page, 404", async () => {
  const { path } = await newNews();
  const secret = path.split("/").at(-1) ?? "";
  const others = [
    "A".repeat(43),
    "a",
    "%00",
    secret.slice(1),
    `${secret}A`,
    "x".repeat(5_000),
    "%F0%9F%98%80",
  ];
  const swapped = secret.replace(/[a-z]/, (sign) => sign.toUpperCase());
  const replies = await Promise.all(
    [...others, swapped].flatMap((one) => [
      ask(`/p/unsubscribe/${one}`),
      ask(`/p/unsubscribe/${one}`, { method: "POST", body: "x" }),
    ]),
  );
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [404]);
  assert.equal(new Set(await Promise.all(replies.map((reply) => reply.text()))).size, 1);
});

test("a reader opts out with the keyboard alone, without scripts", { skip: noBrowser }, async () => {
  const { caller, path } = await newNews();
  const page = await openPage({ javaScript: false });
  await page.goto(url(path));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("status").waitFor();
  assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "You are unsubscribed");
  assert.deepEqual(await statuses(caller), ["opted_out", "opted_in"]);
});

test("every page fits 320 pixels and a desk, and axe finds nothing wrong", { skip: noBrowser }, async () => {
  const { caller, path } = await newNews();
  dressed(caller.team_id);
  for (const width of [320, 1_280]) {
    const page = await openPage({ width });
    const check = async (name: string) => {
      assert.deepEqual(await violationsOf(page), [], `${name} at ${width}`);
      assert.equal(await isTooWide(page), false, `${name} at ${width}`);
    };
    await page.goto(url(path));
    await check("question");
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await page.getByRole("status").waitFor();
    await check("done");
    await page.goto(url("/p/unsubscribe/nothing"));
    await check("absent");
  }
});

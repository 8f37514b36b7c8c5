import { noBrowser, testBrowser } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { listTables } from "../testing/envoy-messages.ts";
import { assertGood, WINDOWS } from "../testing/good-page.ts";
import { testAuth } from "../testing/test-auth.ts";
import { testOAuth } from "../testing/test-oauth.ts";

const auth = await testAuth({ hasPages: true });
const { askWith, door } = auth;
const { ask, ended, exchange, linkFor, newClient, openTeam } = testOAuth(auth);
const openPage = testBrowser();

/** Server of the app, to which the browser is sent back. */
const app = createServer((request, response) => {
  const { port } = app.address() as AddressInfo;
  if (request.url?.startsWith("/moves") === true)
    response.writeHead(302, { location: `http://localhost:${port}/done` });
  response.end("You can close this window.");
}).listen(0, "127.0.0.1");
await once(app, "listening");
after(() => {
  app.closeAllConnections();
  app.close();
});
const callback = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;

for (const [role, width] of WINDOWS)
  test(
    `a member of role ${role} connects an app and disconnects it in a window of ${width} pixels`,
    { skip: noBrowser },
    async () => {
      const team = await openTeam();
      const email = `${role}@example.org`;
      await door.operate("AddMember", { team, email, role });
      const page = await openPage({ width });
      const client = await newClient([callback], "Planning assistant");
      const asked = await ask({ redirect_uri: callback, resource: `${door.httpUrl}/` }, client);
      const address = `${door.httpUrl}/oauth/authorize?${new URLSearchParams(asked.query).toString()}`;
      await page.goto(address);
      assert.equal(new URL(page.url()).pathname, "/p/sign-in");
      await page.goto(`${door.httpUrl}${await linkFor(team, email)}`);
      await page.getByRole("button").click();
      await page.waitForURL("**/oauth/authorize?**");
      await assertGood(page, `consent-${role}-${width}`);
      await page.getByLabel(/^Tables/).check();
      await page.getByRole("button", { name: "Allow", exact: true }).click();
      await page.waitForURL("**/callback?**");
      const { searchParams } = new URL(page.url());
      const { status, body } = await exchange(asked, searchParams.get("code") ?? "");
      assert.equal(status, 200);
      const { access_token: access } = body as { access_token: string };
      assert.equal((await askWith(access, { route: listTables })).isAllowed, true);
      await page.goto(`${door.httpUrl}/p/connected-apps`);
      await assertGood(page, `connected-${role}-${width}`);
      await page.getByRole("button", { name: "Disconnect Planning assistant" }).click();
      await page.getByText("It was disconnected.").waitFor();
      await ended(access, { route: listTables });
    },
  );

test("no page of another site shows consent in a frame", { skip: noBrowser }, async () => {
  const team = await openTeam();
  await door.operate("AddMember", { team, email: "framed@example.org", role: "owner" });
  const page = await openPage();
  await page.goto(`${door.httpUrl}${await linkFor(team, "framed@example.org")}`);
  await page.getByRole("button").click();
  await page.waitForURL("**/console");
  const { query } = await ask({ redirect_uri: callback }, await newClient([callback]));
  const address = `${door.httpUrl}/oauth/authorize?${new URLSearchParams(query).toString()}`;
  await page.goto(address);
  await page.getByRole("button", { name: "Allow", exact: true }).waitFor();
  await page.goto(callback);
  await page.setContent(`<iframe src="${address.replaceAll("&", "&amp;")}"></iframe>`);
  const frame = page.frames().find((one) => one !== page.mainFrame());
  assert.ok(frame);
  await frame.waitForURL("chrome-error://**");
});

test(
  "an app that opens consent in a window of its own learns there what became of it",
  { skip: noBrowser },
  async () => {
    const team = await openTeam();
    await door.operate("AddMember", { team, email: "window@example.org", role: "owner" });
    const page = await openPage();
    const { query } = await ask({ redirect_uri: callback }, await newClient([callback]));
    const address = `${door.httpUrl}/oauth/authorize?${new URLSearchParams(query).toString()}`;
    await page.goto(callback);
    const opening = page.waitForEvent("popup");
    await page.evaluate(`window.theirs = window.open(${JSON.stringify(address)}); undefined`);
    const popup = await opening;
    await popup.waitForURL("**/p/sign-in?**");
    await popup.goto(`${door.httpUrl}${await linkFor(team, "window@example.org")}`);
    await popup.getByRole("button").click();
    await popup.waitForURL("**/oauth/authorize?**");
    await popup.getByRole("button", { name: "Allow", exact: true }).click();
    await popup.waitForURL("**/callback?**");
    assert.equal(await page.evaluate("window.theirs.closed"), false);
    assert.equal(await popup.evaluate("window.opener !== null"), true);
    assert.match(await page.evaluate("window.theirs.location.search"), /code=/);
  },
);

test("an app whose address sends on to another origin is connected", { skip: noBrowser }, async () => {
  const team = await openTeam();
  await door.operate("AddMember", { team, email: "moves@example.org", role: "owner" });
  const page = await openPage();
  const moves = callback.replace("/callback", "/moves");
  const { query } = await ask({ redirect_uri: moves }, await newClient([moves]));
  await page.goto(`${door.httpUrl}${await linkFor(team, "moves@example.org")}`);
  await page.getByRole("button").click();
  await page.waitForURL("**/console");
  await page.goto(`${door.httpUrl}/oauth/authorize?${new URLSearchParams(query).toString()}`);
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.waitForURL("http://localhost:*/done");
});

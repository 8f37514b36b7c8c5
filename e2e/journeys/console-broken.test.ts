import { freePort, testEmbedder, until } from "@jst/testing";
import { noBrowser, testBrowser, type Page } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { startSmtpReceiver } from "../../services/comms/src/testing/smtp-receiver.ts";
import { assertGoodEverywhere, assertNoFault, atConsole } from "../src/console.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { embedBy } from "../src/knowledge.ts";
import { teamApi } from "../src/team-api.ts";

/** Faults on Home while something is really broken, until it is mended (console.broken, operation.team-status). */
const openPage = testBrowser();
const skip = noBrowser;

let team = "";
let token = "";
before(async () => {
  ({ slug: team, token } = await newTeam("console-broken"));
});
const { call } = teamApi(() => token);

const broken = (page: Page) => page.getByRole("region", { name: "Problems" });
const configure = async (settings: Readonly<Record<string, string>>): Promise<void> => {
  for (const [key, value] of Object.entries(settings))
    await jst("config", "set", "--team", team, `comms.email.${key}`, value);
};
const sendMail = async (): Promise<void> => {
  const body = { to: "ada@example.com", subject: "Your order", text: "It is on its way." };
  const sent = await call("POST", "comms/send", body);
  assert.equal(sent.status, 202, JSON.stringify(sent.body));
};

/** Resolves once Home shows it, or no longer does; it opens the page again until then. */
const says = (go: (path: string) => Promise<void>, page: Page, text: RegExp, isSaid = true) =>
  until(`Home ${isSaid ? "says" : "no more says"} ${text.source}`, 60_000, async () => {
    await go("");
    if ((await broken(page).locator(".failure, .waiting").count()) > 0) return undefined;
    return (await broken(page).getByText(text).count()) > 0 === isSaid ? true : undefined;
  });

test(
  "a mail server that refuses is told on Home with what to do, to a viewer too and to no other team, until mail leaves again",
  { skip },
  async () => {
    const owner = await atConsole(await openPage(), team, "owner");
    const { page, go } = owner;
    await says(go, page, /No problems found\./);
    // Nobody listens there.
    const smtp_url = `smtp://127.0.0.1:${await freePort()}`;
    await configure({ from: "Acme <hello@acme.example>", smtp_url, provider: "smtp" });
    await sendMail();
    const doesNotLeave = /Messages by e-mail are not sent.*The mail server cannot be reached/;
    await says(go, page, doesNotLeave);
    await broken(page)
      .getByText(/^since/)
      .waitFor();
    await broken(page)
      .getByText(/Check the settings comms\.email of this team, which jst config set writes/)
      .waitFor();
    await assertGoodEverywhere(page, "home broken");

    const viewer = await atConsole(await openPage(), team, "viewer");
    await says(viewer.go, viewer.page, doesNotLeave);
    const { slug: other } = await newTeam("console-broken-other");
    const stranger = await atConsole(await openPage(), other, "owner");
    await says(stranger.go, stranger.page, /No problems found\./);

    await broken(page).getByRole("link", { name: doesNotLeave }).click();
    await page.getByRole("heading", { level: 1, name: "Messages" }).waitFor();
    const receiver = await startSmtpReceiver({}, { disabledCommands: ["STARTTLS", "AUTH"] });
    await configure({ smtp_url: `smtp://127.0.0.1:${receiver.port}` });
    await until("mail leaves again", 60_000, async () => {
      await sendMail();
      return until("this mail leaves", 2_000, () =>
        Promise.resolve(receiver.mails.length > 0 || undefined),
      ).catch(() => undefined);
    });
    await says(go, page, /No problems found\./);
    assertNoFault(owner);
  },
);

test(
  "an address of embeddings that answers 500 is told on Home while texts wait for it",
  { skip },
  async () => {
    const embedder = await testEmbedder();
    embedder.answerBy((_asked, response) => void response.writeHead(500).end());
    await embedBy(team, embedder.url);
    assert.equal((await call("POST", "contacts", { first_name: "Ada", notes: "Grows orchids" })).status, 201);
    const { page, go } = await atConsole(await openPage(), team, "owner");
    const waits = /Contacts are found by their words alone, because the embedding service fails/;
    await says(go, page, waits);
    await broken(page)
      .getByText(/Check that the address answers, and context\.embeddings\.url.*jst config set/)
      .waitFor();
    embedder.answerBy();
    await says(go, page, waits, false);
  },
);

test(
  "an endpoint that is off while deliveries wait leads from Home to where it is switched on",
  { skip },
  async () => {
    const later = createServer(
      (_, response) => void response.writeHead(503, { "retry-after": "3600" }).end(),
    );
    await once(later.listen(0, "127.0.0.1"), "listening");
    after(() => void later.close());
    const url = `http://127.0.0.1:${(later.address() as AddressInfo).port}/`;
    const made = await call("POST", "webhooks", { url, events: ["contact.created"] });
    const { id } = made.body as { id: string };
    const asked = once(later, "request");
    assert.equal((await call("POST", "contacts", { first_name: "Ada" })).status, 201);
    await asked;
    assert.equal((await call("PATCH", `webhooks/${id}`, { enabled: false })).status, 200);
    const { page, go } = await atConsole(await openPage(), team, "owner");
    const isOff = /is off, so it does not get new events/;
    await says(go, page, isOff);
    await broken(page).getByRole("link", { name: isOff }).click();
    await page.getByRole("heading", { level: 1, name: url }).waitFor();
    assert.equal((await call("PATCH", `webhooks/${id}`, { enabled: true })).status, 200);
    await says(go, page, isOff, false);
    const member = await atConsole(await openPage(), team, "member");
    assert.equal((await call("PATCH", `webhooks/${id}`, { enabled: false })).status, 200);
    await says(go, page, isOff);
    await says(member.go, member.page, isOff, false);
  },
);

test("an endpoint that gives no answer says at its delivery why there was none", { skip }, async () => {
  const url = `http://127.0.0.1:${await freePort()}/`;
  const made = await call("POST", "webhooks", { url, events: ["contact.created"] });
  const { id } = made.body as { id: string };
  const { page, go } = await atConsole(await openPage(), team, "owner");
  await go(`/webhooks/${id}`);
  await page.getByRole("button", { name: "Send a test event" }).click();
  await page.getByRole("cell", { name: "no connection" }).waitFor();
  assert.equal((await call("DELETE", `webhooks/${id}`)).status, 200);
});

// Proves: services/comms/src/inbound services/comms/src/rule-actions libs/jobs/src libs/events/src dev/src/supervisor
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { until } from "@jst/testing";
import { signedMail } from "../src/exchange.ts";
import { jst, newTeam } from "../src/fleet.ts";
import { allOf, asked, killingTest, killWhile, sendUnlessDown, type Work } from "../src/killing.ts";
import { startWebhookSink } from "../src/webhook-sink.ts";

const KILLS = 25;
const PAUSE_MS = 100;
/** Work of a dead worker runs again after 45 seconds. */
const END_MS = 120_000;
const PROVIDERS = 3;
const SECRET = "a-secret-of-the-team";

interface Mail {
  id: string;
  subject: string;
}

interface Told {
  id: string;
  data: { object: { message_id: string } };
}

/** Brings one mail after another, each again until it is acknowledged, as a provider does. */
function bringing(to: string, acknowledged: Map<string, string>, prefix: string): Work {
  let count = 1;
  return async () => {
    await delay(randomInt(PAUSE_MS));
    const name = `${prefix}.${count}`;
    const lines = [
      `From: ${name}@mail.example`,
      `Message-ID: <${name}@mail.example>`,
      `Subject: Order ${name}`,
    ];
    const mail = signedMail({ secret: SECRET, to, lines: [...lines, "", "Two of the blue ones."] });
    const answer = await sendUnlessDown({ method: "POST", path: "/api/v1/comms/inbound/mime", ...mail });
    if (answer === undefined) return false;
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    acknowledged.set((answer.body as Mail).id, `Order ${name}`);
    count += 1;
    return true;
  };
}

/** A team that tags who orders, keeps the order in a table and tells a member of it. */
async function newShop(): Promise<{ token: string; to: string; table: string }> {
  const { slug, token } = await newTeam("inbound-kill");
  const to = `orders@${slug}.example`;
  await jst("config", "set", "--team", slug, "comms.email.inbound", to);
  await jst("config", "set", "--team", slug, "comms.inbound.secret", SECRET);
  const role = ["--role", "member"];
  const { id: member } = await jst<Mail>(
    "member",
    "add",
    "--team",
    slug,
    "--email",
    "clerk@acme.example",
    ...role,
  );
  const columns = [{ name: "order", display_name: "Order", type: "text" }];
  const orders = { name: "orders", display_name: "Orders", columns };
  const { id: table } = await asked(token, "data/tables", orders);
  await asked(token, "comms/email-rules", {
    name: "Orders",
    match: { all: [{ field: "subject", op: "contains", value: "order" }] },
    actions: [
      { type: "tag_contact", tag: "buyer" },
      { type: "create_row", table_id: table, data: { order: "{{ message.subject }}" } },
      { type: "notify", member_id: member },
    ],
  });
  return { token, to, table: table as string };
}

test(
  "comms is killed while mail comes in: each mail is stored once, with one event, and each action of its rule is done once",
  killingTest,
  async (context) => {
    const { token, to, table } = await newShop();
    const sink = await startWebhookSink();
    context.after(() => sink.close());
    await asked(token, "webhooks", { url: sink.url, events: ["email.rule_matched"] });
    const acknowledged = new Map<string, string>();
    const clients = Array.from({ length: PROVIDERS }, (_, n) => bringing(to, acknowledged, `p${n}`));
    const kills = await killWhile("comms", KILLS, clients);

    const mails = await allOf<Mail>(token, "comms/messages?direction=inbound", "messages");
    const subjects = mails.map(({ subject }) => subject).sort();
    assert.equal(new Set(subjects).size, subjects.length);
    const stored = new Map(mails.map(({ id, subject }) => [id, subject]));
    for (const [id, subject] of acknowledged) assert.equal(stored.get(id), subject);

    const has = (what: string, read: () => Promise<(string | undefined)[]>) =>
      until(`every mail has its ${what}`, END_MS, async () => {
        const found = (await read()).filter((one) => one !== undefined);
        assert.ok(found.length <= mails.length, `${found.length} of ${mails.length} mails`);
        return found.length === mails.length ? found.sort() : undefined;
      });
    const rows = () => allOf<{ data: { order: string } }>(token, `data/tables/${table}/rows`, "rows");
    assert.deepEqual(await has("row", async () => (await rows()).map(({ data }) => data.order)), subjects);
    const notices = () => allOf<Mail>(token, "comms/messages?direction=outbound", "messages");
    const noticed = async () => (await notices()).map(({ subject }) => subject.replace("Orders: ", ""));
    assert.deepEqual(await has("notice", noticed), subjects);
    const contacts = () => allOf<{ email: string; tags: string[] }>(token, "contacts", "contacts");
    const buyers = async () =>
      (await contacts()).map(({ email, tags }) => (tags.includes("buyer") ? email : undefined));
    const senders = subjects.map((subject) => `${subject.replace("Order ", "")}@mail.example`).sort();
    assert.deepEqual(await has("buyer", buyers), senders);
    // A delivery may come twice, an event has one id.
    const told = () =>
      new Map(sink.arrived.map(({ body }) => JSON.parse(body) as Told).map((one) => [one.id, one]));
    await until("every event arrives", END_MS, () => (told().size >= mails.length ? true : undefined));
    const matched = [...told().values()].map(({ data }) => data.object.message_id);
    assert.deepEqual(matched.sort(), [...stored.keys()].sort());
    context.diagnostic(`${kills} kills, ${mails.length} mails, ${acknowledged.size} acknowledged`);
  },
);

// Proves: libs/db/src libs/events services/commerce services/comms/src/outgoing
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { until } from "@jst/testing";
import { mintToken, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { allOf, killingTest, killWhile, sendUnlessDown, type Work } from "../src/killing.ts";
import { startWebhookSink } from "../src/webhook-sink.ts";

const WRITERS = 32;
const KILLS = 20;
const ARRIVAL_MS = 60_000;
/** A writer that was not answered waits, or it would use up the requests of its token while commerce is gone. */
const PAUSE_MS = 200;

interface Invoice {
  id: string;
  number: string | null;
  status: string;
  status_transitions: { finalized_at: string };
}

interface Message {
  source: { type: string; id: string } | null;
}

interface Told {
  id: string;
  data: { object: Invoice };
}

test(
  "commerce and comms are killed while 32 finalize: numbers have no gap and no twin, each invoice is told once and mailed once",
  killingTest,
  async (context) => {
    const { slug, token } = await newTeam("invoices-kill");
    const post = async (path: string, body: unknown) => {
      const answer = await send({ method: "POST", path: `/api/v1/${path}`, token, body });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return answer.body as { id: string };
    };
    const sink = await startWebhookSink();
    context.after(() => sink.close());
    await post("webhooks", { url: sink.url, events: ["invoice.created"] });
    const { id: contact_id } = await post("contacts", { first_name: "Ada", email: "ada@invoices.example" });
    const line_items = [{ description: "Work", unit_amount: 100 }];
    const body = { contact_id, currency: "EUR", line_items };
    const acknowledged = new Map<string, string>();
    const faults: string[] = [];
    const ask = async (writer: string, path: string, sent: object): Promise<Invoice | undefined> => {
      const answer = await sendUnlessDown({ method: "POST", path, token: writer, body: sent });
      if (answer === undefined) await delay(PAUSE_MS);
      if (answer === undefined || answer.status < 300) return answer?.body as Invoice | undefined;
      faults.push(`${path}: ${JSON.stringify(answer.body)}`);
      return undefined;
    };
    const path = "/api/v1/commerce/invoices";
    /** Every other one makes a draft first. */
    const writers = await Promise.all(Array.from({ length: WRITERS }, () => mintToken(slug)));
    const clients = writers.map((writer, at): Work => async () => {
      const isFinal = at % 2 === 0;
      const made = await ask(writer, path, {
        ...body,
        auto_finalize: isFinal,
        send: isFinal,
      });
      const final =
        made === undefined || isFinal
          ? made
          : await ask(writer, `${path}/${made.id}/finalize`, { send: true });
      if (typeof final?.number !== "string") return false;
      acknowledged.set(final.id, final.number);
      return true;
    });
    const kills = await killWhile(["commerce", "comms"], KILLS, clients);
    assert.deepEqual([faults.slice(0, 10), kills > 0], [[], true]);

    const all: Invoice[] = [];
    for (let cursor = ""; ;) {
      const answer = await send({ path: `${path}?limit=500&sort=number:asc${cursor}`, token });
      const page = answer.body as { invoices: Invoice[]; next_cursor: string | null };
      all.push(...page.invoices);
      if (page.next_cursor === null) break;
      cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
    const numbered = all.filter(({ number }) => number !== null);
    assert.deepEqual(
      numbered.map(({ number }) => number),
      numbered.map((_, at) => `INV-${String(at + 1).padStart(6, "0")}`),
    );
    const times = numbered.map(({ status_transitions }) => status_transitions.finalized_at);
    assert.deepEqual(times, times.toSorted());
    const stored = new Map(numbered.map(({ id, number }) => [id, number]));
    for (const [id, number] of acknowledged) assert.equal(stored.get(id), number, id);
    context.diagnostic(`${kills} kills, ${numbered.length} numbers, ${acknowledged.size} acknowledged`);

    // A delivery may come twice, an event has one id.
    const told = () =>
      new Map(sink.arrived.map((one) => JSON.parse(one.body) as Told).map((one) => [one.id, one]));
    await until("every event arrives", ARRIVAL_MS, () => (told().size >= all.length ? true : undefined));
    const objects = [...told().values()].map(({ data }) => data.object.id);
    assert.deepEqual(objects.sort(), all.map(({ id }) => id).sort());

    const mailed = async () => {
      const messages = await allOf<Message>(token, "comms/messages", "messages");
      return messages.map(({ source }) => source?.id).sort();
    };
    const wanted = numbered.map(({ id }) => id).sort();
    await until("every invoice is mailed", ARRIVAL_MS, async () =>
      (await mailed()).length >= wanted.length ? true : undefined,
    );
    assert.deepEqual(await mailed(), wanted);
  },
);

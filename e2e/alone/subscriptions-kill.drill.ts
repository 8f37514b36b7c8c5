// Proves: services/commerce/src/clock services/commerce/src/subscriptions services/commerce/src/invoices libs/db/src
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { until } from "@jst/testing";
import { mintToken, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { allOf, killingTest, killWhile, sendUnlessDown, type Work } from "../src/killing.ts";

const KILLS = 20;
const CLIENTS = 4;
/** A subscription that has begun so long ago is this many periods behind. */
const DAYS = 60;
const DAY_MS = 86_400_000;
const CAUGHT_UP_MS = 120_000;
const PAUSE_MS = 200;

interface Subscription {
  id: string;
  billing_anchor: string;
  current_period_end: string;
}

interface Invoice {
  number: string | null;
  source: { type: string; id: string };
  period: { start: string; end: string } | null;
}

test(
  "commerce is killed while subscriptions are far behind and others finalize: each period has one invoice, numbers no gap and no twin",
  killingTest,
  async (context) => {
    const { slug, token } = await newTeam("subscriptions-kill");
    const contact = await send({
      method: "POST",
      path: "/api/v1/contacts",
      token,
      body: { first_name: "Ada" },
    });
    const common = { contact_id: (contact.body as { id: string }).id, currency: "EUR" };
    const lines = [{ description: "Care", unit_amount: 100 }];
    const ask = async (writer: string, path: string, body: object): Promise<boolean> => {
      const answer = await sendUnlessDown({
        method: "POST",
        path: `/api/v1/commerce/${path}`,
        token: writer,
        body,
      });
      if (answer === undefined) await delay(PAUSE_MS);
      if (answer !== undefined) assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return answer !== undefined;
    };
    const writers = await Promise.all(Array.from({ length: CLIENTS }, () => mintToken(slug)));
    const clients = writers.map((writer, at): Work => async () => {
      const start_at = new Date(Date.now() - DAYS * DAY_MS).toISOString();
      await delay(PAUSE_MS);
      return at % 2 === 0
        ? ask(writer, "subscriptions", { ...common, items: lines, interval: "day", start_at })
        : ask(writer, "invoices", { ...common, line_items: lines });
    });
    const kills = await killWhile("commerce", KILLS, clients);

    const subscriptions = await until("all are caught up", CAUGHT_UP_MS, async () => {
      const all = await allOf<Subscription>(token, "commerce/subscriptions", "subscriptions");
      return all.every(({ current_period_end: end }) => Date.parse(end) > Date.now()) ? all : undefined;
    });
    assert.ok(subscriptions.length > 0, "none was acknowledged");
    const invoices = await allOf<Invoice>(token, "commerce/invoices?sort=number:asc", "invoices");
    assert.deepEqual(
      invoices.map(({ number }) => number),
      invoices.map((_, at) => `INV-${String(at + 1).padStart(6, "0")}`),
    );
    const bySource = Map.groupBy(invoices, ({ source }) => source.id);
    for (const { id, billing_anchor: anchor, current_period_end: end } of subscriptions) {
      const starts = (bySource.get(id) ?? []).map(({ period }) => Date.parse(period?.start ?? ""));
      const count = Math.round((Date.parse(end) - Date.parse(anchor)) / DAY_MS);
      // In order: the numbers go with the periods.
      assert.deepEqual(
        starts,
        Array.from({ length: count }, (_, at) => Date.parse(anchor) + at * DAY_MS),
        id,
      );
    }
    context.diagnostic(`${kills} kills, ${subscriptions.length} subscriptions, ${invoices.length} invoices`);
  },
);

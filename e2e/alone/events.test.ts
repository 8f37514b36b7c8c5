import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fleet, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { until } from "@jst/testing";
import { expectedSignatures, startWebhookSink, type WebhookSink } from "../src/webhook-sink.ts";

/** Until the event of a write that was acknowledged during a fault is posted (events.recovery), and a lease. */
const ARRIVAL_MS = 40_000;
/** Until requests succeed again. How soon that has to be is what kill.test.ts says. */
const RECOVERY_MS = 40_000;

interface FeedItem {
  id: string;
  endpoint_id: string;
  type: string;
  status: string;
  payload: { id: string; data: { object: { id: string } } };
}

describe("a contact's event reaches a webhook", () => {
  let token = "";
  let secret = "";
  let sink: WebhookSink;
  before(async () => {
    sink = await startWebhookSink();
    token = (await newTeam("events")).token;
    const body = { url: sink.url, events: ["contact.created"] };
    const created = await send({ method: "POST", path: "/api/v1/webhooks", token, body });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    secret = (created.body as { secret: string }).secret;
  });
  after(() => sink.close());

  test("as a POST with two valid signatures, under the trace of the request, and the feed says success", async () => {
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
    const created = await send({
      method: "POST",
      path: "/api/v1/contacts",
      token,
      headers,
      body: { first_name: "Ada" },
    });
    assert.equal(created.status, 201);
    const post = await until("the webhook arrives", RECOVERY_MS, () => sink.arrived[0]);
    const signatures = [post.headers["x-webhook-signature"], post.headers["webhook-signature"]];
    assert.deepEqual(signatures, expectedSignatures(post, secret));
    assert.equal(String(post.headers["traceparent"]).split("-")[1], traceId);
    const event = JSON.parse(post.body) as FeedItem["payload"];
    assert.deepEqual(event.data.object, created.body);
    const item = await until("the feed says success", RECOVERY_MS, async () => {
      const [first] = await feed();
      return first?.status === "success" ? first : undefined;
    });
    assert.deepEqual([item.id, item.type], [post.headers["x-webhook-id"], "contact.created"]);
    assert.deepEqual(item.payload, event);
  });

  for (const name of ["crm", "kafka", "webhooks", "postgres"]) {
    test(`also when ${name} is killed: every acknowledged contact is posted, and stands in the feed once`, async () => {
      const writing = startCreating(name);
      await until("20 contacts are acknowledged", RECOVERY_MS, () =>
        writing.ids.length >= 20 ? true : undefined,
      );
      const victim = fleet().components[name];
      assert.ok(victim, `the fleet has no component ${name}`);
      process.kill(victim.pid, "SIGKILL");
      await until(`${name} has another process`, RECOVERY_MS, () =>
        fleet().components[name]?.pid === victim.pid ? undefined : true,
      );
      const before = writing.ids.length;
      await until("contacts are created again", RECOVERY_MS, () =>
        writing.ids.length > before + 5 ? true : undefined,
      );
      const ids = await writing.stop();
      await until("every contact is posted", ARRIVAL_MS, () => {
        const posted = new Set(
          sink.arrived.map(({ body }) => contactOf(JSON.parse(body) as FeedItem["payload"])),
        );
        return ids.every((id) => posted.has(id)) ? true : undefined;
      });
      const listed = (await feed()).map(({ payload }) => contactOf(payload));
      assert.equal(new Set(listed).size, listed.length, "nothing stands in the feed twice");
      assert.deepEqual(
        ids.filter((id) => !listed.includes(id)),
        [],
      );
    });
  }

  /** The whole feed, walked in small pages. */
  async function feed(): Promise<FeedItem[]> {
    const items: FeedItem[] = [];
    for (let since = ""; ;) {
      const answer = await send({ path: `/api/v1/events?limit=40${since}`, token });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const page = answer.body as { events: FeedItem[]; next_cursor: string; has_more: boolean };
      items.push(...page.events);
      if (!page.has_more) return items;
      since = `&since=${page.next_cursor}`;
    }
  }

  /** Creates contacts one after another until it is told to stop; answers the ids that were acknowledged. */
  function startCreating(prefix: string): { ids: string[]; stop(): Promise<string[]> } {
    const ids: string[] = [];
    const stopping = new AbortController();
    const work = async () => {
      for (let n = 0; !stopping.signal.aborted; n++) {
        const body = { first_name: `${prefix} ${n}` };
        const answer = await send({ method: "POST", path: "/api/v1/contacts", token, body }).catch(
          () => undefined,
        );
        if (answer?.status === 201) ids.push((answer.body as { id: string }).id);
      }
    };
    const done = work();
    return {
      ids,
      stop: async () => {
        stopping.abort();
        await done;
        return ids;
      },
    };
  }
});

function contactOf(payload: FeedItem["payload"]): string {
  return payload.data.object.id;
}

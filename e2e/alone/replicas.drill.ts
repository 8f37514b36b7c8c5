// Proves: libs/db/src libs/events libs/jobs libs/resource libs/service services/webhooks/src dev/src/supervisor
import assert from "node:assert/strict";
import { after, before, describe, test, type TestContext } from "node:test";
import { until } from "@jst/testing";
import { fleet, metricsOf, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { startReplica, type Replica } from "../src/replica.ts";
import { startWebhookSink, type WebhookSink } from "../src/webhook-sink.ts";

/**
 * A takeover takes up to ten seconds (ADR 23), and what a dead worker had under way fifteen more; busy machines longer.
 */
const limitMs = 120_000;

interface Event {
  data: { object: { id: string } };
}

/** A quiet machine needs half a minute each. */
const timeout = 600_000;

/** Writes contacts one after another until it is stopped; `ids` are those that were acknowledged. */
function startCreating(token: string, t: TestContext) {
  const ids: string[] = [];
  const stopping = new AbortController();
  t.after(() => stopping.abort());
  const done = (async () => {
    while (!stopping.signal.aborted) {
      const body = { first_name: "Ada" };
      const answer = await send({ method: "POST", path: "/api/v1/contacts", token, body }).catch(
        () => undefined,
      );
      if (answer?.status === 201) ids.push((answer.body as { id: string }).id);
    }
  })();
  return {
    ids,
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

describe("of two processes each, whichever dies or freezes, the other goes on and nothing is lost", () => {
  let token = "";
  let sink: WebhookSink;
  const replicas: Replica[] = [];
  before(async () => {
    sink = await startWebhookSink();
    token = (await newTeam("replicas")).token;
    const body = { url: sink.url, events: ["contact.created"] };
    assert.equal((await send({ method: "POST", path: "/api/v1/webhooks", token, body })).status, 201);
  });
  after(async () => {
    for (const replica of replicas) await replica.signal("SIGKILL");
    sink.close();
  });

  const started = async (service: string): Promise<Replica> => {
    const replica = await startReplica(service);
    replicas.push(replica);
    return replica;
  };
  const posted = () => new Set(sink.arrived.map(({ body }) => (JSON.parse(body) as Event).data.object.id));
  const arrive = (what: string, ids: readonly string[]) =>
    until(what, limitMs, () => {
      const known = posted();
      return ids.every((id) => known.has(id)) ? true : undefined;
    });
  const grow = (creating: { ids: string[] }) => {
    const count = creating.ids.length;
    return until("contacts are acknowledged", limitMs, () =>
      creating.ids.length >= count + 20 ? true : undefined,
    );
  };
  /** Every acknowledged contact stands in the feed once. */
  const feedHolds = async (ids: readonly string[]) => {
    const listed: string[] = [];
    for (let since = ""; ;) {
      const answer = await send({ path: `/api/v1/events?limit=500${since}`, token });
      const page = answer.body as { events: { payload: Event }[]; next_cursor: string; has_more: boolean };
      listed.push(...page.events.map(({ payload }) => payload.data.object.id));
      since = `&since=${page.next_cursor}`;
      if (!page.has_more) break;
    }
    assert.equal(new Set(listed).size, listed.length, "nothing stands there twice");
    assert.deepEqual(
      ids.filter((id) => !listed.includes(id)),
      [],
    );
  };
  const relays = (metrics: string | undefined) =>
    metrics?.includes('outbox_oldest_age{service="crm"}') === true;

  test("the relay of crm, which one process at a time is", { timeout }, async (t) => {
    const second = await started("crm");
    assert.ok(!relays(await second.metrics()), "the fleet's own process relays");
    const creating = startCreating(token, t);
    await grow(creating);
    const first = fleet().components["crm"]?.pid ?? 0;
    process.kill(first, "SIGKILL");
    const killed = performance.now();
    await until("the second relays", limitMs, async () =>
      relays(await second.metrics()) ? true : undefined,
    );
    t.diagnostic(`killed: relayed again after ${Math.round(performance.now() - killed)} ms`);
    await until("crm has another process", limitMs, () =>
      fleet().components["crm"]?.pid === first ? undefined : true,
    );
    await grow(creating);
    await arrive("all is posted that was written", [...creating.ids]);

    await second.signal("SIGSTOP");
    const stopped = performance.now();
    await until("the fleet's own relays again", limitMs, async () =>
      relays(await metricsOf("crm").catch(() => undefined)) ? true : undefined,
    );
    t.diagnostic(`frozen: relayed again after ${Math.round(performance.now() - stopped)} ms`);
    await grow(creating);
    await arrive("all is posted while it is frozen", [...creating.ids]);
    await second.signal("SIGCONT");
    await grow(creating);
    await creating.stop();
    await arrive("all is posted when it is back", creating.ids);
    await feedHolds(creating.ids);
    await second.signal("SIGKILL");
  });

  test("intake and dispatcher of webhooks, which every process is", { timeout }, async (t) => {
    const creating = startCreating(token, t);
    const shares = async (replica: Replica) =>
      Number(
        /events_consumer_partitions\{group="[^"]*webhooks"\} (\d+)/.exec(
          (await replica.metrics()) ?? "",
        )?.[1] ?? 0,
      );
    for (const end of ["SIGSTOP", "SIGKILL"] as const) {
      const second = await started("webhooks");
      await until("it reads some of the partitions", limitMs, async () =>
        (await shares(second)) > 0 ? true : undefined,
      );
      await grow(creating);
      await second.signal(end);
      const ended = performance.now();
      await grow(creating);
      await arrive(`all is posted after ${end}`, [...creating.ids]);
      t.diagnostic(`${end}: all posted ${Math.round(performance.now() - ended)} ms later`);
      if (end === "SIGSTOP") await second.signal("SIGCONT");
      await grow(creating);
      await arrive("and goes on", [...creating.ids]);
      if (end === "SIGSTOP") await second.signal("SIGKILL");
    }
    await creating.stop();
    await arrive("everything is posted", creating.ids);
    await feedHolds(creating.ids);
  });
});

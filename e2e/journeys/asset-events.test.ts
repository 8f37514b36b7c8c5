import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { until } from "@jst/testing";
import { expectedSignatures, startWebhookSink, type WebhookSink } from "../src/webhook-sink.ts";

const ARRIVAL_MS = 60_000;

interface AssetEvent {
  type: string;
  data: { object: unknown; previous: { data: { status: string } } };
}

let token = "";
let sink: WebhookSink;
before(async () => {
  sink = await startWebhookSink();
  token = (await newTeam("asset-events")).token;
});
after(() => sink.close());

async function asked(method: string, path: string, body: unknown) {
  const answer = await send({ method, path: `/api/v1/${path}`, token, body });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body as Record<string, unknown>;
}

test("an asset that an agent checks out and a direct change brings back is told to a webhook, and the feed has both in order", async () => {
  const { secret } = await asked("POST", "webhooks", {
    url: sink.url,
    events: ["asset.checked_out", "asset.returned"],
  });
  const rows = "data/tables/assets/rows";
  const { id } = await asked("POST", rows, { data: { name: "Drill" } });
  const assignee = { type: "location", id: "Warehouse" };
  const { result } = await asked("POST", "actions/asset_check_out", {
    arguments: { asset_id: id, assignee },
  });
  await asked("PATCH", `${rows}/${String(id)}`, { data: { name: "Old drill" } });
  const returned = await asked("PATCH", `${rows}/${String(id)}`, { data: { status: "available" } });
  const posts = await until("both events arrive", ARRIVAL_MS, () =>
    sink.arrived.length >= 2 ? sink.arrived : undefined,
  );
  const events = posts.map(({ body }) => JSON.parse(body) as AssetEvent);
  assert.deepEqual(events.map(({ type, data }) => [type, data.object, data.previous.data.status]).sort(), [
    ["asset.checked_out", result, "available"],
    ["asset.returned", returned, "checked_out"],
  ]);
  for (const post of posts) {
    const signatures = [post.headers["x-webhook-signature"], post.headers["webhook-signature"]];
    assert.deepEqual(signatures, expectedSignatures(post, String(secret)));
  }
  const { events: feed } = (await asked("GET", "events?limit=50", undefined)) as {
    events: { type: string }[];
  };
  assert.deepEqual(
    feed.map(({ type }) => type),
    ["asset.checked_out", "asset.returned"],
  );
});

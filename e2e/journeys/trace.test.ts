import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { services } from "@jst/fleet";
import { startCollector, type CollectedSpan, type Collector } from "../src/collector.ts";
import { fleet, jstProgram, metricsOf, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { until } from "@jst/testing";
import { startWebhookSink, type WebhookSink } from "../src/webhook-sink.ts";

/** Spans leave every five seconds, and a sender that found nobody listening tries again later. */
const EXPORT_MS = 60_000;
const ARRIVAL_MS = 60_000;
/** The gateway writes its log once a second. */
const LOG_MS = 30_000;

let collector: Collector;
let sink: WebhookSink;
let team: { id: string; token: string };
before(async () => {
  collector = await startCollector(Number(process.env.E2E_COLLECTOR_PORT));
  sink = await startWebhookSink();
  team = await newTeam("trace");
  const endpoint = { url: sink.url, events: ["contact.created"] };
  const created = await send({ method: "POST", path: "/api/v1/webhooks", token: team.token, body: endpoint });
  assert.equal(created.status, 201, JSON.stringify(created.body));
});
after(() => {
  collector.close();
  sink.close();
});

describe("one request has one trace", () => {
  const traceId = randomBytes(16).toString("hex");
  const clientSpan = "b7ad6b7169203331";
  let requestId = "";

  test("from the client over gateway, auth, crm, outbox and Kafka to the webhook's POST", async () => {
    const created = await send({
      method: "POST",
      path: "/api/v1/contacts",
      token: team.token,
      headers: { traceparent: `00-${traceId}-${clientSpan}-00` },
      body: { first_name: "Ada" },
    });
    assert.equal(created.status, 201);
    assert.equal(created.headers.get("x-trace-id"), traceId);
    requestId = created.headers.get("x-request-id") ?? "";
    const post = await until("the webhook arrives", ARRIVAL_MS, () => sink.arrived[0]);
    const [, postTrace, postSpan] = String(post.headers["traceparent"]).split("-");
    assert.equal(postTrace, traceId);

    const expected = [
      "gateway crm.v1.Contacts/CreateContact",
      "auth envoy.service.auth.v3.Authorization/Check",
      "crm crm.v1.Contacts/CreateContact",
      "crm crm relay",
      "webhooks webhooks intake",
      "webhooks webhook attempt",
    ];
    // Every span hangs below another one, or below the client's; a process sends its spans in several parts.
    const spans = await until("every process has sent its spans, with those above them", EXPORT_MS, () => {
      const own = collector.spans.filter((span) => span.traceId === traceId);
      const names = new Set(own.map(({ service, name }) => `${service} ${name}`));
      const ids = new Set([clientSpan, ...own.map(({ spanId }) => spanId)]);
      const isWhole = own.every(({ parentSpanId }) => ids.has(parentSpanId));
      return isWhole && expected.every((name) => names.has(name)) ? own : undefined;
    });
    assert.equal(named(spans, "webhook attempt").spanId, postSpan);
    assert.equal(named(spans, "webhook attempt").parentSpanId, named(spans, "webhooks intake").spanId);
    assert.equal(named(spans, "webhooks intake").parentSpanId, named(spans, "crm relay").spanId);
  });

  test("jst trace prints it, by trace id or request id", async () => {
    const ways = [
      ["gateway", "crm.v1.Contacts/CreateContact"],
      ["auth", "check"],
      ["crm", "request"],
      ["crm", "relayed"],
      ["webhooks", "event"],
      ["webhooks", "delivery"],
    ];
    const lines = await until("every process has written its lines", LOG_MS, async () => {
      const all = await jstProgram<Record<string, string>[]>("trace", traceId);
      const has = ([service, what]: string[]) =>
        all.some((line) => line["service"] === service && [line["message"], line["route"]].includes(what));
      // A line that is written between the two is in the second alone.
      const isSame = isDeepStrictEqual(await jstProgram("trace", requestId), all);
      return isSame && ways.every(has) ? all : undefined;
    });
    for (const line of lines) assert.equal(line["trace_id"], traceId);
    for (const line of lines.filter(({ service }) => service === "auth" || service === "gateway"))
      assert.equal(line["request_id"], requestId);
  });

  for (const [name, request, status] of [
    ["auth", { path: "/api/v1/contacts" }, 401],
    ["the gateway", { path: "/nowhere" }, 404],
    ["a service", { path: "/api/v1/contacts/none", token: true }, 404],
  ] as const) {
    test(`a problem written by ${name} names it`, async () => {
      const trace = randomBytes(16).toString("hex");
      const answer = await send({
        path: request.path,
        ...("token" in request ? { token: team.token } : {}),
        headers: { traceparent: `00-${trace}-${clientSpan}-00` },
      });
      const problem = answer.body as { trace_id: string };
      assert.deepEqual([answer.status, problem.trace_id], [status, trace]);
    });
  }
});

function named(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const span = spans.find((one) => one.name === name);
  assert.ok(span, name);
  return span;
}

test("no token, body, query, path or header of a client stands in a log, a span or a metric", async () => {
  const canary = `canary${randomBytes(6).toString("hex")}`;
  const person = { email: `${canary}@example.org`, external_id: canary, notes: canary, source: canary };
  const traceId = randomBytes(16).toString("hex");
  const headers = {
    "user-agent": canary,
    cookie: canary,
    "x-forwarded-for": "203.0.113.77",
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  };
  const { token } = team;
  const contacts = "/api/v1/contacts";
  const posted = { method: "POST", path: contacts, token, headers };
  const statuses = [];
  for (const request of [
    { ...posted, body: person },
    { ...posted, body: person },
    { ...posted, body: { ...person, email: canary } },
    { ...posted, body: { [canary]: canary } },
    { ...posted, body: `{"notes": ${canary}` },
    { path: `${contacts}?q=${canary}`, token, headers },
    { path: `${contacts}?${canary}=1`, token, headers },
    { path: `${contacts}?cursor=${canary}`, token, headers },
    { path: `${contacts}/${canary}`, token, headers },
    { path: contacts, token: `jst_live_${canary}`, headers },
    { path: `/${canary}`, headers },
    { method: "POST", path: "/api/v1/mcp", token, headers, body: mcpCall(canary) },
  ])
    statuses.push((await send(request)).status);
  assert.equal(statuses[0], 201);
  assert.ok(
    statuses.every((status) => status < 500),
    statuses.join(" "),
  );
  await until("the canary's event is posted", ARRIVAL_MS, () =>
    sink.arrived.find(({ body }) => body.includes(canary)),
  );
  await until("the spans have left", EXPORT_MS, () =>
    ["gateway", "auth", "crm", "webhooks"].every((service) =>
      collector.spans.some((span) => span.traceId === traceId && span.service === service),
    )
      ? true
      : undefined,
  );
  await until("the gateway has written its lines", LOG_MS, () =>
    text("access").includes(traceId) ? true : undefined,
  );
  const everything: Record<string, string> = { spans: collector.received(), access: text("access") };
  for (const name of Object.keys(fleet().components)) everything[`log of ${name}`] = text(name);
  for (const { name } of services) everything[`metrics of ${name}`] = await metricsOf(name);
  for (const [place, content] of Object.entries(everything)) {
    for (const secret of [canary, token, "203.0.113.77"])
      assert.ok(!content.includes(secret), `${place} holds ${secret}: ${around(content, secret)}`);
  }
  for (const { name } of services)
    assert.ok(!everything[`metrics of ${name}`]?.includes(team.id), `the metrics of ${name} name a team`);
});

test("every process shows its metrics: calls by rpc and status, decisions, pool, event loop", async () => {
  await send({ path: "/api/v1/contacts", token: team.token });
  assert.match(
    await metricsOf("crm"),
    /rpc_server_call_duration_count\{rpc_method="crm\.v1\.Contacts\/ListContacts",http_response_status_code="200"\} \d/,
  );
  assert.match(await metricsOf("auth"), /auth_check_duration_count\{code="allowed"\} \d/);
  assert.match(await metricsOf("crm"), /outbox_relay_delay_count\{service="crm"\} \d/);
  assert.match(await metricsOf("webhooks"), /webhooks_attempt_duration_count\{outcome="success"\} \d/);
  for (const { name } of services) assert.match(await metricsOf(name), /nodejs_eventloop_delay_p99 \d/);
  assert.match(await metricsOf("data"), /db_client_connection_pending_requests\{[^}]*\} \d/);
});

function mcpCall(word: string): Record<string, unknown> {
  const params = { name: "query_rows", arguments: { table: word, filter: { [word]: word } } };
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params };
}

/** Log of a component; the gateway's access log stands beside its own. */
function text(name: string): string {
  const log =
    name === "access" ? fleet().components["gateway"]?.log.replace(/[^/]*$/, "access.log") : undefined;
  return readFileSync(log ?? fleet().components[name]?.log ?? "", "utf8");
}

function around(content: string, word: string): string {
  const at = content.indexOf(word);
  return content.slice(Math.max(0, at - 200), at + 80);
}

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { SystemDatabase } from "@jst/db";
import { dnsResolver, parseRanges, UrlGuard } from "@jst/jobs/outbound";
import { refusedUrls, testCaller, until } from "@jst/testing";
import { materialise } from "../intake/materialise.ts";
import { secretOwner } from "../secrets/endpoint-secret.ts";
import { connectLog } from "../testing/connect-log.ts";
import { startDnsServer, type DnsAnswer, type DnsRecord } from "../testing/dns-server.ts";
import { startSink } from "../testing/sink.ts";
import { testLogger, testWebhooks } from "../testing/test-webhooks.ts";
import { Dispatcher } from "./dispatcher.ts";
import { LineQueue, Queue } from "./queue.ts";
import { standardSchedule } from "./schedule.ts";

const limitMs = 60_000;
const publicA: DnsRecord = { type: "A", address: "93.184.215.14" };
const a = (address: string): DnsRecord => ({ type: "A", address });

/** Names of a hostile zone: what is asked first, and what is asked later, of A and of AAAA. */
const zone: Readonly<Record<string, (type: "A" | "AAAA", before: number) => DnsAnswer>> = {
  private: (type) => (type === "A" ? [a("10.0.0.7")] : []),
  "private-six": (type) => (type === "A" ? [publicA] : [{ type, address: "fd00::7" }]),
  mixed: (type) => (type === "A" ? [publicA, a("127.0.0.1")] : []),
  alias: (type) =>
    type === "A"
      ? [{ type: "CNAME", name: "db.internal.corp" }, a("192.168.1.9")]
      : [{ type: "CNAME", name: "db.internal.corp" }],
  zero: (type) => (type === "A" ? [a("0.0.0.0")] : []),
  "127.0.0.1.nip": (type) => (type === "A" ? [a("127.0.0.1")] : []),
  metadata: (type) => (type === "A" ? [a("168.63.129.16")] : []),
  many: (type) =>
    type === "A" ? [...Array.from({ length: 99 }, (_, n) => a(`93.184.215.${n}`)), a("127.0.0.1")] : [],
};
/**
 * Names that are let pass when they are created, as DNS may lag, and that have turned private when they are posted to.
 */
const turning: typeof zone = {
  rebinding: (type, before) => (type === "A" ? [before === 0 ? publicA : a("127.0.0.1")] : []),
  later: (type, before) => (before === 0 ? "no such name" : type === "A" ? [a("10.0.0.7")] : []),
  silent: () => "silence",
  "half-silent": (type) => (type === "A" ? [publicA] : "silence"),
};

const domain = "hostile.example.com";
const dns = await startDnsServer((type, name, before) => {
  const label = name.replace(`.${domain}`, "");
  return (zone[label] ?? turning[label])?.(type, before) ?? "no such name";
});
const rules = {
  allowsLoopback: false,
  refusedHosts: ["api.jst.example"],
  refusedRanges: parseRanges("8.8.8.0/24"),
};
const guard = new UrlGuard(rules, dnsResolver(300, [dns.address]));

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const { door, database, secrets, sql } = await testWebhooks({ guard });
const connectionString = database.urlOf("webhooks_worker");
const worker = new SystemDatabase({ connectionString, poolSize: 3, applicationName: "test" });
const dispatching = (over: UrlGuard) =>
  new Dispatcher({
    queue: new Queue(worker),
    lines: new LineQueue(worker),
    guard: over,
    secrets,
    schedule: { ...standardSchedule, attemptsMax: 1 },
    logger: testLogger,
  });
stop = () => worker.close();

// The test's own ways: to the door of the service and to its database.
const own = new Set([door.address, ...[database.url].map((url) => new URL(url).host)]);
const connects = connectLog();
const strange = () => connects.filter((address) => !own.has(address));

/** Endpoints that were stored past the guard, each with one delivery; resolves with how these ended. */
async function delivered(urls: readonly string[], pinning: UrlGuard) {
  const teamId = randomUUID();
  const rows = urls.map((url) => {
    const id = randomUUID();
    const secret = secrets.seal("whsec_AAAA", secretOwner(teamId, id)).toString("hex");
    const quoted = url.replaceAll("'", "''");
    return `('${teamId}', '${id}', '${quoted}', '{contact.created}', true, '\\x${secret}', 'service', 'x')`;
  });
  await sql(`set session_replication_role = replica; insert into webhooks.endpoints
    (team_id, id, url, events, enabled, secret, created_by_type, created_by_id) values ${rows.join(",")}`);
  const event = { teamId, id: randomUUID(), type: "contact.created", payload: "{}", traceparent: undefined };
  await materialise(worker, [{ teamId, events: [event] }]);
  const dispatcher = dispatching(pinning);
  dispatcher.start();
  const ended = await until("all have ended", limitMs, async () => {
    const over = await sql<{ status: string; code: number | null }>(
      "select status, last_status_code as code from webhooks.deliveries where team_id = $1 and status <> 'pending'",
      [teamId],
    );
    return over.length === urls.length ? over : undefined;
  });
  await dispatcher.stop();
  return ended;
}

test("create and patch refuse the whole catalogue and store nothing of it", async () => {
  const caller = testCaller();
  const body = { url: "https://93.184.215.14/", events: ["contact.created"] };
  const created = await door.call("CreateWebhook", { caller, body });
  const path = { webhook_id: created.body.id };
  const hostile = [...refusedUrls, ...Object.keys(zone).map((label) => `https://${label}.${domain}/`)];
  for (const url of hostile) {
    const answers = [
      await door.call("CreateWebhook", { caller, body: { ...body, url } }),
      await door.call("UpdateWebhook", { caller, path, body: { url } }),
    ];
    // No text of JSON holds NUL (conventions.json), whatever it is for.
    const refusal = url.includes("\0") ? [400, "malformed_json"] : [422, "url_not_public"];
    for (const reply of answers) assert.deepEqual([reply.status, reply.body.code], refusal, url);
  }
  const stored = await sql<{ url: string }>("select url from webhooks.endpoints where team_id = $1", [
    caller.team_id,
  ]);
  assert.deepEqual(stored, [{ url: body.url }]);
  assert.deepEqual(strange(), [], "nor was anything connected to");
});

/** The whole catalogue as it can be stored: NUL no column of text takes. */
const storable = [
  ...refusedUrls.filter((url) => !url.includes("\0")),
  ...Object.keys(zone).map((label) => `https://${label}.${domain}/`),
];

test("what is stored nevertheless fails at delivery, and nothing is connected to", async () => {
  const ended = await delivered(storable, guard);
  assert.ok(ended.every(({ status, code }) => status === "failed" && code === null));
  assert.deepEqual(strange(), []);
});

test("a name that turns private after it was created is refused by the next patch, and never connected to", async () => {
  const caller = testCaller();
  for (const label of Object.keys(turning)) {
    const url = `https://${label}.${domain}/`;
    const created = await door.call("CreateWebhook", { caller, body: { url, events: ["contact.created"] } });
    assert.equal(created.status, 201, label);
    if (!label.includes("silent")) {
      const path = { webhook_id: created.body.id };
      const patched = await door.call("UpdateWebhook", { caller, path, body: { url } });
      assert.deepEqual([patched.status, patched.body.code], [422, "url_not_public"], label);
    }
    const [ended] = await delivered([url], guard);
    assert.deepEqual(ended, { status: "failed", code: null }, label);
  }
  assert.deepEqual(strange(), []);
});

test("each delivery asks once for the name, checks every address, and connects to the one it has checked", async () => {
  const asked = dns.questions.length;
  const alternating = await startDnsServer((type, _name, before) =>
    type === "A" ? [before % 2 === 0 ? publicA : a("127.0.0.1")] : [],
  );
  const lookingOnce = new UrlGuard(rules, dnsResolver(300, [alternating.address]));
  assert.equal((await lookingOnce.pin("https://example.com/")).address, publicA.address);
  await assert.rejects(lookingOnce.pin("https://example.com/"));
  assert.deepEqual(alternating.questions.toSorted(), [
    "A example.com",
    "A example.com",
    "AAAA example.com",
    "AAAA example.com",
  ]);

  // A pin that is wrong: the socket goes where it says, without a look at DNS, and the last layer sends nothing.
  const sink = await startSink();
  const misled = new (class extends UrlGuard {
    override async pin(url: string) {
      const target = await new UrlGuard({ ...rules, allowsLoopback: true }, () => Promise.resolve([])).pin(
        sink.url,
      );
      return { ...target, host: new URL(url).hostname, authority: new URL(url).host };
    }
  })(rules, dnsResolver(300, [dns.address]));
  const [ended] = await delivered(["http://private.hostile.example.com/"], misled);
  assert.deepEqual(ended, { status: "failed", code: null });
  assert.deepEqual(strange(), [new URL(sink.url).host]);
  assert.deepEqual(sink.received, []);
  assert.equal(dns.questions.length, asked);
});

test("no redirect is followed, wherever it leads; it is a failed attempt with its status", async () => {
  const inside = await startSink();
  const places = [
    `${inside.url}/`,
    "http://169.254.169.254/",
    "file:///etc/passwd",
    `http://user:pw@${new URL(inside.url).host}/`,
    "//example.com/",
  ];
  const sinks = await Promise.all(
    [301, 302, 303, 307, 308].map((code, index) =>
      startSink((_received, response) => {
        const moved = { location: places[index] ?? "", "alt-svc": `h2="${new URL(inside.url).host}"` };
        response.writeHead(code, moved).end();
      }),
    ),
  );
  const challenge = await startSink((_received, response) => {
    response.writeHead(401, { "www-authenticate": "Basic realm=x" }).end();
  });
  const all = [...sinks, challenge];
  const local = new UrlGuard({ allowsLoopback: true, refusedHosts: [], refusedRanges: [] }, () =>
    Promise.resolve([]),
  );
  const before = strange().length;
  const ended = await delivered(
    all.map(({ url }) => url),
    local,
  );
  assert.deepEqual(ended.map(({ code }) => code).toSorted(), [301, 302, 303, 307, 308, 401]);
  assert.ok(ended.every(({ status }) => status === "failed"));
  assert.deepEqual(inside.received, []);
  assert.deepEqual(strange().slice(before).toSorted(), all.map(({ url }) => new URL(url).host).toSorted());
  assert.ok(all.every(({ received }) => received.length === 1));
});

test("of the whole catalogue and one sink that is allowed, the sink alone is connected to, once", async () => {
  const sink = await startSink();
  const local = new UrlGuard({ ...rules, allowsLoopback: true }, dnsResolver(300, [dns.address]));
  const before = strange().length;
  const ended = await delivered([...storable, sink.url], local);
  assert.deepEqual(
    ended.filter(({ status }) => status === "success"),
    [{ status: "success", code: 200 }],
  );
  assert.deepEqual(strange().slice(before), [new URL(sink.url).host]);
});

test("a door of the developer's fleet that an endpoint named before is not connected to", async () => {
  const [inside, sink] = [await startSink(), await startSink()];
  const port = Number(new URL(inside.url).port);
  const fleetPorts = { first: port, last: port };
  const fleet = new UrlGuard({ ...rules, allowsLoopback: true, fleetPorts }, dnsResolver(300, [dns.address]));
  const before = strange().length;
  const ended = await delivered([inside.url, sink.url], fleet);
  assert.deepEqual(ended.map(({ status }) => status).toSorted(), ["failed", "success"]);
  assert.deepEqual(inside.received, []);
  assert.deepEqual(strange().slice(before), [new URL(sink.url).host]);
});

import assert from "node:assert/strict";
import { connect as connect2 } from "node:http2";
import { connect } from "node:net";
import { test } from "node:test";
import { send1, sendRaw, type Received } from "./client.ts";
import { goodHosts, oddHosts } from "./odd-hosts.ts";
import { assertProblem } from "./problem.ts";
import { useStack } from "./stack.ts";

const stack = useStack();

/** A request that would reach a service, for each kind of route. */
const kinds = {
  "an rpc": "GET /api/v1/things",
  "a public rpc": "GET /api/v1/notice",
  "a plain route": "GET /api/v1/plain",
  "a path that is not there": "GET /api/v1/unknown",
  "a wrong verb": "PUT /api/v1/things",
};
const ok = "authorization: Bearer allow\r\n";

const sendHead = (start: string, lines: string, rest = "connection: close\r\n"): Promise<Received> =>
  sendRaw(stack.port(), `${start} HTTP/1.1\r\n${lines}${rest}\r\n`);

function assertNothingAsked(): void {
  assert.deepEqual(
    [stack.auth.checks.length, stack.things.calls.length, stack.plain.requests.length],
    [0, 0, 0],
  );
}

for (const [kind, start] of Object.entries(kinds)) {
  test(`an odd host is bad_request on ${kind}, and nobody behind is asked`, async () => {
    const replies = await Promise.all(
      oddHosts.map(async (host) => [host, await sendHead(start, `host: ${host}\r\n${ok}`)] as const),
    );
    for (const [host, reply] of replies) {
      assert.equal(reply.status, 400, JSON.stringify(host.slice(0, 80)));
      assertProblem(reply, "bad_request");
    }
    assertNothingAsked();
  });
}

test("a host in each good spelling is let in, and goes on to plain HTTP as it was sent", async () => {
  await Promise.all(
    goodHosts.map(async (host) => {
      const reply = await sendHead("GET /api/v1/plain", `host: ${host}\r\n${ok}`);
      assert.equal(reply.status, 200, host);
    }),
  );
  const seen = stack.plain.requests.map(({ headers }) => headers.host ?? "");
  assert.deepEqual(seen.toSorted(), goodHosts.toSorted());
});

test("an rpc sees the name of its service in place of the host, which auth sees", async () => {
  for (const host of goodHosts)
    assert.equal((await send1(stack.port(), { path: "/api/v1/things", headers: { host } })).status, 200);
  assert.deepEqual([...new Set(stack.things.calls.map((call) => call.host))], ["things"]);
  assert.deepEqual(
    stack.auth.checks.map(({ attributes }) => attributes.request.http.host),
    goodHosts,
  );
});

const twice: Record<string, string> = {
  "two Hosts": "host: a\r\nhost: b\r\n",
  "one Host twice": "host: a\r\nHOST: a\r\n",
  "three Hosts": "host: a\r\nhost: b\r\nhost: c\r\n",
  "two Hosts with ports": "host: a:80\r\nhost: b:80\r\n",
  "two tokens": `host: a\r\n${ok}authorization: Bearer other\r\n`,
  "one token twice": `host: a\r\n${ok}${ok}`,
  "two schemes": `host: a\r\n${ok}authorization: Basic YTpi\r\n`,
  "two tokens in one header": "host: a\r\nauthorization: Bearer allow, Bearer allow\r\n",
};
for (const [name, lines] of Object.entries(twice)) {
  test(`${name}: the request is bad_request on every kind of route, and nobody behind is asked`, async () => {
    const token = lines.includes("authorization") ? "" : ok;
    const replies = await Promise.all(Object.values(kinds).map((start) => sendHead(start, lines + token)));
    for (const reply of replies) assertProblem(reply, "bad_request");
    assertNothingAsked();
  });
}

test("HTTP/1.0 and a head without Host are bad_request", async () => {
  for (const bytes of [
    `GET /api/v1/things HTTP/1.0\r\n${ok}\r\n`,
    `GET /api/v1/things HTTP/1.0\r\nhost: a\r\n${ok}\r\n`,
    `GET /api/v1/things HTTP/1.1\r\n${ok}connection: close\r\n\r\n`,
  ])
    assertProblem(await sendRaw(stack.port(), bytes), "bad_request");
  assertNothingAsked();
});

test("an odd head with a gRPC media type is bad_request too", async () => {
  const grpc = "content-type: application/grpc\r\nconnection: close\r\n";
  assertProblem(await sendHead("POST /api/v1/things", `host: a@b\r\n${ok}`, grpc), "bad_request");
  assertNothingAsked();
});

/** The status over HTTP/2; undefined for a stream that is reset. */
function status2(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const session = connect2(`http://127.0.0.1:${stack.port()}`);
    session.on("error", reject);
    const stream = session.request({ ":path": "/api/v1/things", authorization: "Bearer allow", ...headers });
    let status: number | undefined;
    stream.on("response", (head) => (status = head[":status"]));
    stream.on("error", () => undefined);
    stream.on("close", () => {
      session.close();
      resolve(status);
    });
    stream.resume();
  });
}

test("an odd :authority over HTTP/2 is bad_request or a reset, and nobody behind is asked", async () => {
  // Node writes what it is given as UTF-8; a NUL ends the value there.
  await Promise.all(
    oddHosts
      .filter((one) => !one.includes("\u0000"))
      .map(async (host) => {
        const status = await status2({ ":authority": host });
        assert.ok(status === 400 || status === undefined, `${JSON.stringify(host.slice(0, 80))}: ${status}`);
      }),
  );
  assertNothingAsked();
});

test(":authority beside host is bad_request or a reset over HTTP/2, either alone is let in", async () => {
  for (const headers of [
    { ":authority": "a", host: "b" },
    { ":authority": "a", host: "a" },
    { ":authority": "a:80", host: "b:80" },
    { ":authority": "a", host: "" },
    { ":authority": "", host: "a" },
  ]) {
    const status = await status2(headers);
    assert.ok(status === 400 || status === undefined, `${JSON.stringify(headers)}: ${status}`);
  }
  assertNothingAsked();
  assert.equal(await status2({ ":authority": "a" }), 200);
  assert.equal(await status2({ host: "a" }), 200);
});

/** The status that the gateway answers to these bytes. */
function statusOf(bytes: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(stack.port(), "127.0.0.1", () => socket.write(bytes, "latin1"));
    socket.on("error", reject);
    socket.once("data", (chunk) => {
      resolve(chunk.toString("latin1").split(" ")[1]);
      socket.destroy();
    });
  });
}

/** Envoy's counters of a cluster's connections. */
async function connections(cluster: string): Promise<Record<string, number>> {
  const url = `http://127.0.0.1:${stack.gateway.adminPort}/stats?format=json&filter=^cluster\\.${cluster}\\.upstream_cx_(total|destroy.*)$`;
  const { stats } = (await (await fetch(url)).json()) as { stats: { name: string; value: number }[] };
  return Object.fromEntries(stats.map(({ name, value }) => [name.split(".").at(-1), value]));
}

test("2,000 odd heads close no connection to a service, and another caller's requests all succeed meanwhile", async () => {
  const paths = ["GET /api/v1/things", "GET /api/v1/notice", "POST /api/v1/things"];
  const hosts = ["a@b", "", ":80", "user:pw@x"];
  const odd = (index: number): string =>
    `${paths[index % paths.length]} HTTP/1.1\r\nhost: ${hosts[index % hosts.length]}\r\n${ok}content-length: 0\r\n\r\n`;
  const ask = (): Promise<Received> =>
    send1(stack.port(), { path: "/api/v1/things", headers: { host: "rivals" } });
  assert.equal((await ask()).status, 200);
  const before = await Promise.all(["auth", "things"].map(connections));

  let isOver = false;
  const others: number[] = [];
  const another = async (): Promise<void> => {
    while (!isOver) others.push((await ask()).status);
  };
  let sent = 0;
  const statuses: (string | undefined)[] = [];
  const flood = async (): Promise<void> => {
    while (sent < 2_000) statuses.push(await statusOf(odd(sent++)));
  };
  const floods = Promise.all(Array.from({ length: 20 }, flood)).finally(() => (isOver = true));
  await Promise.all([floods, another(), another()]);

  assert.equal(statuses.length, 2_000);
  assert.deepEqual([...new Set(statuses)], ["400"]);
  assert.ok(others.length > 0);
  assert.deepEqual([...new Set(others)], [200]);
  assert.deepEqual(await Promise.all(["auth", "things"].map(connections)), before);
  for (const counters of before) assert.equal(counters["upstream_cx_destroy_with_active_rq"], 0);
});

import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { before, test } from "node:test";
import { fleet, newTeam } from "../src/fleet.ts";
import { codeOf, send } from "../src/http.ts";
import { makerOf } from "../src/make.ts";

/** More bytes than the gateway and the kernel take for a client that does not read. */
const ROWS = 6_000;
const CELL = "x".repeat(7_000);
const BATCH = 500;

let token = "";
let rows = "";
before(async () => {
  ({ token } = await newTeam("list-file-stalls"));
  const columns = [{ name: "text", type: "text" }];
  const table = await makerOf(token)("/api/v1/data/tables", { name: "long", display_name: "Long", columns });
  rows = `/api/v1/data/tables/${table}/rows`;
  for (let made = 0; made < ROWS; made += BATCH) {
    const body = { rows: Array.from({ length: BATCH }, () => ({ data: { text: CELL } })) };
    const answer = await send({ method: "POST", path: `${rows}:batch`, token, body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body).slice(0, 500));
  }
});

/** Asks for the file and reads no more than its head. */
async function unread(): Promise<IncomingMessage> {
  const request = get(`${fleet().base_url}${rows}?format=csv`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  request.on("error", () => undefined);
  return response;
}

test("a client that does not read is cut, the team's next file waits, and no part looks whole (moving.stream)", async () => {
  const stalled = await unread();
  assert.deepEqual([stalled.statusCode, stalled.headers["x-row-count"]], [200, String(ROWS)]);
  const next = await send({ path: `${rows}?format=csv&limit=1`, token });
  assert.deepEqual([next.status, codeOf(next)], [503, "unavailable"]);
  assert.match(next.headers.get("retry-after") ?? "", /^\d+$/);
  const other = await newTeam("list-file-stalls-2");
  const free = await send({ path: "/api/v1/data/tables?format=csv", token: other.token });
  assert.equal(free.status, 200);
  await until("the stalled file is cut and leaves its place", 120_000, async () => {
    const answer = await send({ path: `${rows}?format=csv&limit=1`, token });
    return answer.status === 200 ? answer : undefined;
  });
  let bytes = 0;
  stalled.on("data", (chunk: Buffer) => (bytes += chunk.length));
  await assert.rejects(once(stalled, "end"), /aborted|ECONNRESET/);
  assert.ok(bytes < ROWS * CELL.length, `${bytes} bytes came`);
});

test("a client that leaves gives its place to the team's next file (moving.stream)", async () => {
  const left = await unread();
  left.destroy();
  await until("the next file is answered", 60_000, async () => {
    const answer = await send({ path: `${rows}?format=csv&limit=1`, token });
    return answer.status === 200 ? answer : undefined;
  });
});

test("a file of many rows has every one of them, by pieces", async () => {
  const { status, headers, body } = await send({ path: `${rows}?format=csv&fields=id`, token });
  assert.deepEqual([status, headers.get("x-row-total")], [200, String(ROWS)]);
  const lines = String(body).split("\r\n").slice(1, -1);
  assert.deepEqual([lines.length, new Set(lines).size], [ROWS, ROWS]);
});

import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { test } from "node:test";
import { requestAt } from "../src/agent-doors.ts";
import { fleet, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/** Until requests succeed again. How soon that has to be is what kill.test.ts says. */
const RECOVERY_MS = 40_000;
const READERS = 4;

interface Page {
  audit: { request_id: string; outcome: string }[];
  next_cursor: string | null;
}

/** Reads over MCP until it is stopped; `answered` are the requests whose result came. */
function startReading(token: string) {
  const answered: string[] = [];
  let isOver = false;
  const request = { ...requestAt("mcp", { name: "list_tables", values: {} }), token };
  const readers = Array.from({ length: READERS }, async () => {
    while (!isOver) {
      const answer = await send(request).catch(() => undefined);
      const { result } = (answer?.body ?? {}) as { result?: { isError: boolean } };
      if (result?.isError === false) answered.push(answer?.headers.get("x-request-id") ?? "");
      else await delay(20);
    }
  });
  const stop = () => {
    isOver = true;
    return Promise.all(readers);
  };
  return { answered, stop };
}

async function recorded(token: string): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (let cursor: string | null = ""; cursor !== null;) {
    const more = cursor === "" ? "" : `&cursor=${cursor}`;
    const path = `/api/v1/audit?action=tool.call&outcome=success&limit=200${more}`;
    const answer = await send({ path, token });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const page = answer.body as Page;
    for (const { request_id: id } of page.audit) times.set(id, (times.get(id) ?? 0) + 1);
    cursor = page.next_cursor;
  }
  return times;
}

for (const name of ["agent", "auth", "postgres"]) {
  test(`${name} is killed while agents read: every answered read is in the log, once (agents.on-record)`, async () => {
    const { token } = await newTeam("recorded");
    const { answered, stop } = startReading(token);
    const further = (what: string) => {
      const before = answered.length;
      return until(what, RECOVERY_MS, () => (answered.length >= before + 40 ? true : undefined));
    };
    await further("reads are answered");
    const victim = fleet().components[name];
    assert.ok(victim, `the fleet has no component ${name}`);
    process.kill(victim.pid, "SIGKILL");
    await until(`${name} has another process`, RECOVERY_MS, () =>
      fleet().components[name]?.pid === victim.pid ? undefined : true,
    );
    await further("reads are answered again");
    await stop();
    // At once: an answer that has left needs nothing to arrive.
    const times = await recorded(token);
    const wrong = answered.filter((id) => times.get(id) !== 1);
    assert.deepEqual(wrong, []);
  });
}

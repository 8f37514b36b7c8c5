import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { until } from "@jst/testing";
import { openRunning } from "../fleet.ts";
import { allTeams } from "../teams.ts";
import type { OwnFleet } from "./own-fleet.ts";

const callTool = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "list_tables", arguments: {} },
};

/**
 * Checks every connection on which a side proves its identity. These are the gateway and callers to all services, crm
 * to auth, the agent to data and to each service with changesets, and the operator.
 */
export async function expectEverythingAnswers(own: OwnFleet): Promise<void> {
  const statuses = [
    await own.call("GET", "/api/v1/contacts"),
    await own.call("GET", "/api/v1/data/tables"),
    // crm asks auth who that is.
    await own.call("POST", "/api/v1/contacts", { first_name: "Di", owner_id: randomUUID() }),
    await own.call("POST", "/api/v1/mcp", callTool),
    await own.call("GET", "/api/v1/changesets"),
    await own.call("GET", "/api/v1/webhooks"),
  ].map(({ status }) => status);
  assert.deepEqual(statuses, [200, 200, 422, 200, 200, 200]);
  assert.ok((await allTeams(await openRunning(own.settings))).size > 0);
}

/**
 * Waits until every pair answers: each service has one process here, and a process reconnects after a pause when
 * another was replaced.
 */
export async function untilEverythingAnswers(own: OwnFleet): Promise<void> {
  let fault: unknown;
  const isAnswered = async (): Promise<true | undefined> => {
    try {
      await expectEverythingAnswers(own);
      return true;
    } catch (error) {
      fault = error;
      return undefined;
    }
  };
  await until("everything answers", 30_000, isAnswered).catch(() => {
    throw fault;
  });
}

/** Whether requests are counted, which takes Redis; they pass in any case. */
export async function isCounted(own: OwnFleet): Promise<boolean> {
  const { status, headers } = await own.call("GET", "/api/v1/contacts");
  assert.equal(status, 200);
  return headers.has("ratelimit");
}

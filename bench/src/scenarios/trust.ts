import type { Caller } from "@jst/caller";
import { decide } from "../../../libs/rpc/src/decide.ts";
import { DecisionAudit, type Verdict } from "../../../services/auth/src/check/decision-audit.ts";
import { lacks, ofFloor } from "./requests.ts";
import { newCells } from "./orders.ts";
import { insert } from "./rows.ts";
import { floor, type Contestant, type Scenario } from "./scenario.ts";

const plainFloor = `${floor}, no triggers`;

/**
 * Cost of trust for an insert (operation.budgets): the floor's insert has the triggers of ours, and without them the
 * same table and statement. The decisions of gate and audit are timed by themselves, because neither has a place of its
 * own in a request.
 */
export const trust: Scenario = {
  name: "trust",
  title: "insert of a row: what undo records, gate and audit cost",
  hasTail: false,
  contestants: [
    ...insert.contestants.slice(0, 2),
    {
      name: plainFloor,
      door: "floor",
      exchanges: () => () => {
        const data = newCells();
        const expected = { status: 201, faultOf: lacks(data.note) };
        return ofFloor("/plain-rows", JSON.stringify({ data }), expected);
      },
    } satisfies Contestant,
  ],
  shareTarget: {
    part: "undo records, gate and audit",
    withIt: floor,
    withoutIt: plainFloor,
    groups: ["floor", "postgres"],
    besidesUs: decisionsUs,
    atMost: 0.25,
  },
};

const runs = 200_000;

/** CPU microseconds of what gate and audit decide for one insert by a service token. */
async function decisionsUs(): Promise<number> {
  const team = { trust_rest: "queue", agent_write_mode: "propose", mcp_export: false } as const;
  const caller = { token_type: "service", door: "rest", team } satisfies Pick<
    Caller,
    "token_type" | "door"
  > & {
    team: object;
  };
  const audit = new DecisionAudit({ query: () => Promise.reject(new Error("Nothing is to be recorded.")) });
  const verdict = {
    token: { stored: { id: "t", type: "service" } },
    route: { resource: "data" },
    code: "allowed",
  } as Verdict;
  const noSession = { cookie: undefined, requestedWith: undefined, fetchSite: undefined };
  const request = {
    route: "",
    authorization: "",
    host: "",
    target: "",
    requestId: "",
    traceparent: "",
    ...noSession,
  };
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) {
    if (decide(caller, { readOnly: false, trust: "matrix" }) !== "execute")
      throw new Error("The gate refused.");
    await audit.record(verdict, request);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / runs;
}

import { platformContext, type Call, type InternalCall } from "@jst/rpc";
import type { Deps } from "../deps.ts";

/** Settings of a team do not apply to the platform itself: the caller has checked them. */
const team = {
  timezone: "UTC",
  modules: {},
  trust_rest: "execute",
  agent_write_mode: "direct",
  mcp_export: false,
  isolated: false,
} as const;

/** The platform itself at work on a team, as handlers of rpcs take it; its writes execute. */
export function asPlatform(teamId: string, { deps, hop, requestId }: InternalCall<Deps>): Call<Deps> {
  const context = platformContext(teamId, { hop, requestId });
  const { database } = deps;
  return {
    caller: { team_id: teamId, token_id: "", token_type: "service", scopes: [], door: "internal", team },
    context,
    requestId,
    traceId: undefined,
    baseUrl: "",
    ifMatch: undefined,
    isKnown: () => false,
    accept: undefined,
    concerns: () => undefined,
    deps,
    hop,
    read: (statement, plan, limits) => database.read(context, statement, plan, limits?.running),
    snapshot: (work) => database.snapshot(context, work),
    write: async (work) => (await database.write(context, work)).result,
  };
}

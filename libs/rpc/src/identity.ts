import { actorIdOf, requireRpcRight, requireSignedIn, type Caller } from "@jst/caller";
import type { TeamContext } from "@jst/db";
import { Unauthenticated, type DoorOptions } from "./door.ts";
import type { RpcDefinition } from "./handler.ts";
import { remainingMs, type Incoming } from "./incoming.ts";

/** Verifies the caller of a call, as auth signed it; throws Unauthenticated without one of ours. */
export async function verifiedCaller<Deps>(incoming: Incoming, options: DoorOptions<Deps>): Promise<Caller> {
  const token = incoming.header("x-internal-token");
  if (token === undefined) throw new Unauthenticated("the call carries no caller token");
  try {
    return await options.verifyCaller(token);
  } catch (cause) {
    throw new Unauthenticated("the caller token was refused", { cause });
  }
}

/**
 * Throws 403 unless the caller's scopes hold what the rpc needs and its role allows it, and a member is signed in where
 * it is for those alone.
 */
export function requireScope<Deps>(caller: Caller, rpc: RpcDefinition<Deps>): void {
  if (rpc.access === "member") requireSignedIn(caller.token_type);
  if (rpc.resource !== "") requireRpcRight(caller, rpc.resource, rpc.action);
}

/** In whose name a call acts, as the row-level policies, the change triggers and the log see it. */
export function contextOf(caller: Caller, incoming: Incoming, deadline: number): TeamContext {
  const { traceparent } = incoming.span;
  return {
    teamId: caller.team_id,
    tokenId: caller.token_id,
    actorType: caller.token_type,
    actorId: actorIdOf(caller),
    requestId: incoming.requestId,
    door: caller.door,
    timezone: caller.team.timezone,
    ...(caller.team.country === undefined ? {} : { country: caller.team.country }),
    timeoutMs: remainingMs(deadline),
    departure: () => incoming.departure,
    ...(caller.sponsor_id === undefined ? {} : { sponsorId: caller.sponsor_id }),
    familyId: caller.family_id,
    ...appOf(caller),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/** Members of the app that changesets store, without the place where it got its token. */
function appOf({ oauth_app: app, member_id }: Caller): Pick<TeamContext, "oauthApp"> {
  if (app === undefined || member_id === undefined) return {};
  return { oauthApp: { client_id: app.client_id, client_name: app.client_name, member_id } };
}

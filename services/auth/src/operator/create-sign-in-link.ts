import { platformContext } from "@jst/rpc";
import { auditStatement } from "@jst/events";
import { newSecret } from "@jst/pages";
import type { InternalHandler } from "../../gen/rpc.ts";
import { insertLink } from "../sign-in/link-queries.ts";
import { findMember, findTeam } from "./queries.ts";

/** Makes a link by which the member signs in, once and within 15 minutes (sessions.link). */
export const createSignInLink: InternalHandler<"CreateSignInLink"> = async (body, call) => {
  const { operator, baseUrl } = call.deps;
  const teamId = await findTeam(operator, body.team);
  const memberId = await findMember(operator, teamId, body.member);
  const { secret, hash } = newSecret();
  const expiresAt = await operator.transaction(async (tx) => {
    const made = {
      action: "sign_in.link",
      resource: "members",
      resourceId: memberId,
      outcome: "success",
    } as const;
    tx.defer(auditStatement(platformContext(teamId, call), made));
    return insertLink(tx, { teamId, memberId, hash, kind: "link" });
  });
  return {
    body: { url: `${baseUrl}/p/sign-in/${secret}`, expires_at: expiresAt },
    headers: { "cache-control": "no-store" },
  };
};

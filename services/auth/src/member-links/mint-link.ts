import { notFound } from "@jst/errors";
import { auditStatement } from "@jst/events";
import { newSecret } from "@jst/pages";
import { isUuid, platformContext } from "@jst/rpc";
import type { InternalHandler } from "../../gen/rpc.ts";
import { insertLink, lockLinksOf } from "../sign-in/link-queries.ts";
import { issuerOf } from "../teams/place.ts";
import { findMintable, type MintableMail } from "./queries.ts";

const INVITATION_MS = 7 * 24 * 3_600_000;

/**
 * Mints the link of a mail to a member, when comms sends the mail. The link is stored by its hash alone. A mail that is
 * over, or whose member is gone, is not found. If mailed links do not sign in, an invitation leads to the page of
 * sign-in instead (sessions.invitation).
 */
export const mintLink: InternalHandler<"MintLink"> = async (body, call) => {
  const { operator, baseUrl, isMailOn } = call.deps;
  const { team_id: teamId, member_id: memberId, kind, reference } = body;
  if (!isUuid(reference)) throw notFound();
  const { mail, path, expiresAt } = await operator.transaction(async (tx) => {
    await lockLinksOf(tx, memberId);
    const mail = await findMintable(tx, { teamId, memberId, kind, id: reference });
    if (mail === undefined || (kind === "sign_in" && !isMailOn)) throw notFound();
    if (!isMailOn || mail.has_own_provider) return { mail, ...signInPage(mail) };
    const { secret, hash } = newSecret();
    const expiresAt = await insertLink(tx, { teamId, memberId, hash, kind, inviterId: mail.inviter_id });
    const made = { action: "sign_in.link", resource: "members", resourceId: memberId } as const;
    tx.defer(
      auditStatement(platformContext(teamId, call), { ...made, outcome: "success", changesetId: null }),
    );
    return { mail, path: linkPath(secret, mail), expiresAt };
  });
  return {
    body: {
      url: `${issuerOf(mail.host, baseUrl)}${path}`,
      team_name: mail.display_name,
      role: mail.role,
      inviter_name: mail.inviter,
      expires_at: expiresAt,
    },
    headers: { "cache-control": "no-store" },
  };
};

function signInPage({ slug }: MintableMail): { path: string; expiresAt: string } {
  const expiresAt = new Date(Date.now() + INVITATION_MS).toISOString();
  return { path: `/p/sign-in?team=${encodeURIComponent(slug)}`, expiresAt };
}

function linkPath(secret: string, { return_to: returnTo }: MintableMail): string {
  return `/p/sign-in/${secret}${returnTo === null ? "" : `?return_to=${encodeURIComponent(returnTo)}`}`;
}

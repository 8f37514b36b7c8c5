import { AppError } from "@jst/errors";
import { Pace } from "@jst/http";
import { formHtml, html, secretHash, type Html, type Page, type PageRequest, type SentOn } from "@jst/pages";
import type { AccountDeps } from "../deps.ts";
import { requireOwnPage } from "../sessions/own-page.ts";
import type { SessionParts } from "../sessions/page-session.ts";
import { brandOf } from "../teams/brand.ts";
import { normalizedHost } from "../teams/host-name.ts";
import { beginSession } from "./begin-session.ts";
import { keptBy } from "./return-to.ts";
import { findLink, lockLinksOf, spendLink, type FoundLink } from "./link-queries.ts";
import { refusedSignIn } from "./refused-sign-in.ts";

/** Links that lead nowhere, of one source in a quarter of an hour (sessions.limits). */
const unknown = new Pace(20, 15 * 60_000);

/** Parts that the pages of links need. */
type LinkParts = SessionParts & Pick<AccountDeps, "isMailOn">;

/**
 * Shows whom the link signs in. Programs that look links up beforehand change nothing by it (sessions.link); a browser
 * keeps where the link says that it leads to (sessions.return).
 */
export async function showSignInLink(
  request: PageRequest,
  { operator, baseUrl, isMailOn }: LinkParts,
): Promise<Page> {
  const hash = secretHash(request.path["secret"] ?? "");
  const link = hash && (await findLink(operator, hash, { host: hostOf(request), isLocked: false, isMailOn }));
  if (link?.is_good !== true) throw gone(request);
  const { kind, email, display_name: team, settings } = link;
  const isInvitation = kind === "invitation";
  const form = formHtml({
    action: `/p/sign-in/${request.path["secret"] ?? ""}`,
    fields: [],
    button: `${isInvitation ? "Accept, and sign in" : "Sign in"} as ${email} to ${team}`,
    trap: false,
  });
  return {
    title: isInvitation ? `Join ${team}` : "Sign in",
    content: html`${isInvitation && invitationHtml(link)}<p class="lead">This signs you in on this device. Somebody else's link would sign you in as that person.</p>\n${form}`,
    brand: brandOf(team, settings),
    // The form leads a member who came from a connected app back to it.
    formsLeadOn: [],
    ...keptBy(request, baseUrl),
  };
}

/** Names who invites, to which team and in which role. */
function invitationHtml({ inviter, display_name: team, role }: FoundLink): Html {
  const who = inviter === "" ? "You are" : `${inviter} has`;
  return html`<p class="lead">${who} invited ${inviter === "" ? "" : "you "}to the team ${team}. Your role is ${role}.</p>\n`;
}

/**
 * Signs in once, however many requests use the link at once. Writes the use of an expired link to the audit log of its
 * team.
 */
export async function useSignInLink(
  request: PageRequest,
  { operator, baseUrl, isMailOn }: LinkParts,
): Promise<SentOn> {
  requireOwnPage(request, baseUrl);
  const hash = secretHash(request.path["secret"] ?? "");
  if (hash === undefined) throw gone(request);
  const sentOn = await operator.transaction(async (tx) => {
    const link = await findLink(tx, hash, { host: hostOf(request), isLocked: true, isMailOn });
    if (link === undefined) return undefined;
    if (!link.is_good) {
      const { team_id: teamId, member_id: memberId } = link;
      tx.defer(refusedSignIn({ teamId, memberId, code: "sign_in_link_expired" }, request));
      return undefined;
    }
    const { team_id: teamId, member_id: memberId, kind } = link;
    await lockLinksOf(tx, memberId);
    await spendLink(tx, link);
    return beginSession(tx, { teamId, memberId, way: kind === "link" ? "link" : "mail" }, request, {
      baseUrl,
    });
  });
  if (sentOn === undefined) throw gone(request);
  return sentOn;
}

function hostOf({ headers }: PageRequest): string {
  return normalizedHost(headers.host ?? "");
}

/** Used, too old or never made: all look alike. Throws 429 for who has tried too many. */
function gone({ source }: PageRequest): AppError {
  unknown.take(source);
  return new AppError("sign_in_link_expired", "This link has expired or is already used. Ask for a new one.");
}

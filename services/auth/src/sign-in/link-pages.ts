import { AppError } from "@jst/errors";
import { Pace } from "@jst/http";
import { formHtml, html, secretHash, type Page, type PageRequest, type SentOn } from "@jst/pages";
import { requireOwnPage } from "../sessions/own-page.ts";
import type { SessionParts } from "../sessions/page-session.ts";
import { brandOf } from "../teams/brand.ts";
import { normalizedHost } from "../teams/host-name.ts";
import { beginSession } from "./begin-session.ts";
import { keptBy } from "./return-to.ts";
import { findLink, spendLink } from "./link-queries.ts";
import { refusedSignIn } from "./refused-sign-in.ts";

/** Links that lead nowhere, of one source in a quarter of an hour (sessions.limits). */
const unknown = new Pace(20, 15 * 60_000);

/**
 * Shows whom the link signs in. Programs that look links up beforehand change nothing by it (sessions.link); a browser
 * keeps where the link says that it leads to (sessions.return).
 */
export async function showSignInLink(
  request: PageRequest,
  { operator, baseUrl }: SessionParts,
): Promise<Page> {
  const hash = secretHash(request.path["secret"] ?? "");
  const link = hash && (await findLink(operator, hash, hostOf(request), { isLocked: false }));
  if (link?.is_good !== true) throw gone(request);
  const { email, display_name: team, settings } = link;
  const form = formHtml({
    action: `/p/sign-in/${request.path["secret"] ?? ""}`,
    fields: [],
    button: `Sign in as ${email} to ${team}`,
    trap: false,
  });
  return {
    title: "Sign in",
    content: html`<p class="lead">This signs you in on this device. Somebody else's link would sign you in as that person.</p>\n${form}`,
    brand: brandOf(team, settings),
    // The form leads a member who came from a connected app back to it.
    formsLeadOn: [],
    ...keptBy(request, baseUrl),
  };
}

/**
 * Signs in once, however many requests use the link at once. Writes the use of an expired link to the audit log of its
 * team.
 */
export async function useSignInLink(
  request: PageRequest,
  { operator, baseUrl }: SessionParts,
): Promise<SentOn> {
  requireOwnPage(request, baseUrl);
  const hash = secretHash(request.path["secret"] ?? "");
  if (hash === undefined) throw gone(request);
  const sentOn = await operator.transaction(async (tx) => {
    const link = await findLink(tx, hash, hostOf(request), { isLocked: true });
    if (link === undefined) return undefined;
    if (!link.is_good) {
      const { team_id: teamId, member_id: memberId } = link;
      tx.defer(refusedSignIn({ teamId, memberId, code: "sign_in_link_expired" }, request));
      return undefined;
    }
    await spendLink(tx, link);
    const { team_id: teamId, member_id: memberId } = link;
    return beginSession(tx, { teamId, memberId, isFleets: false }, request, { baseUrl });
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
  return new AppError("sign_in_link_expired", "This link has expired or was used. Ask for a new one.");
}

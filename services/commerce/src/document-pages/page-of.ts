import { one, type TeamContext } from "@jst/db";
import { notFound } from "@jst/errors";
import { findTeam, html, pageContext, type Page, type PageRequest, type PageTeam } from "@jst/pages";
import type { Deps } from "../deps.ts";
import type { PageKind } from "../documents/hosted.ts";
import { findSellerTexts, type SellerTexts } from "../settings/team-settings.ts";

/** Nobody finds a secret page by searching. */
export const unlisted = { "x-robots-tag": "noindex" };

/** Document of a secret address, and the platform as the actor: a page knows no caller. */
export interface PageOf {
  id: string;
  /** Path of the page. */
  path: string;
  team: PageTeam;
  context: TeamContext;
}

/** Finds it; not_found for a secret that nobody was told, or of another kind of document. */
export async function pageOf(kind: PageKind, request: PageRequest, deps: Deps): Promise<PageOf> {
  const secret = request.path["secret"] ?? "";
  const named = deps.pages.read(kind, secret);
  const team = named && (await findTeam(deps.auth, { team_id: named.teamId }, request.hop));
  if (team === undefined) throw notFound();
  const context = pageContext(team, request);
  return { id: named?.id ?? "", path: `/p/${kind}/${secret}`, team, context };
}

/** Returns the page of a team whose commerce is off; undefined while it is on. */
export function closedPage({ team }: PageOf): Page | undefined {
  if (team.modules.includes("commerce")) return undefined;
  return {
    status: 403,
    title: "Not available",
    content: html`<p class="lead">This page is switched off at the moment. Ask whoever sent you its address.</p>\n`,
    brand: team.brand,
    isRefused: true,
    headers: unlisted,
  };
}

/** Reads the texts of the team for its payers. */
export async function readSellerTexts({ context }: PageOf, { database }: Deps): Promise<SellerTexts> {
  return one(await database.read<SellerTexts>(context, findSellerTexts));
}

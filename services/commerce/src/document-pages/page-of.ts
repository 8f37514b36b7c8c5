import { one, type TeamContext } from "@jst/db";
import { notFound } from "@jst/errors";
import { pageContext, findTeam, html, type Page, type PageRequest, type PageTeam } from "@jst/pages";
import type { Deps } from "../deps.ts";
import type { PageKind } from "../documents/hosted.ts";
import { findSaid, type SellerTexts } from "../settings/said.ts";

/** Nobody finds a secret page by searching. */
export const unlisted = { "x-robots-tag": "noindex" };

/** What a secret address is of, and the platform that acts for its team: nobody is known behind a page. */
export interface PageOf {
  id: string;
  /** Of the page. */
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

/** What the page says while the team's commerce is off; undefined while it is on. */
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

/** What the team says to who pays, by its settings. */
export async function saidBy({ context }: PageOf, { database }: Deps): Promise<SellerTexts> {
  return one(await database.read<SellerTexts>(context, findSaid));
}

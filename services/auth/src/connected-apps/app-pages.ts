import { wordsOf } from "@jst/caller";
import type { SystemTx } from "@jst/db";
import { AppError, notFound } from "@jst/errors";
import { factsHtml, formHtml, html, type Html, type Page, type PageRequest, type SentOn } from "@jst/pages";
import type { ConnectedApp } from "../../gen/rpc.ts";
import { memberAudit } from "../oauth/member-audit.ts";
import {
  sessionForm,
  sessionOf,
  signInFirst,
  type PageSession,
  type SessionParts,
} from "../sessions/page-session.ts";
import { revokeFamily } from "../tokens/revoke.ts";
import { findApp, listApps, setProposes } from "./queries.ts";
import { requireAppId } from "./visible.ts";

const PATH = "/p/connected-apps";
const presetNames: Readonly<Record<string, string>> = {
  projects_knowledge: "Projects and knowledge",
  tables: "Tables",
  calendar: "Calendar",
  read_only: "Read everything, change nothing",
};
const endings: Readonly<Record<string, string>> = {
  disconnected: "It was disconnected.",
  refresh_replay:
    "It was disconnected because a refresh token was used twice, so somebody else may have a copy. Connect the app again.",
  code_replay:
    "It was disconnected because its authorization code was used twice, so somebody else may have a copy. Connect the app again.",
  revoked_by_client: "The app ended the connection itself.",
  member_removed: "Its member was removed.",
  expired: "The app was not used for 30 days, or did not finish connecting.",
};

/** Shows the apps that who is signed in may end: those of the team to owners and admins (oauth.page). */
export async function showConnectedApps(request: PageRequest, parts: SessionParts): Promise<Page | SentOn> {
  const session = await sessionOf(request, parts);
  if (session === undefined) return signInFirst(request);
  const apps = await listApps(parts.operator, { teamId: session.team.id, owner: ownerOf(session) });
  const none = html`<p class="lead">No app is connected.</p>\n`;
  return {
    title: "Connected apps",
    content: html`${apps.length === 0 ? none : apps.map((app) => appHtml(app, session))}`,
    brand: session.team.brand,
  };
}

/** Ends an app with all its tokens; one that is over stays so. */
export function disconnectOnPage(request: PageRequest, parts: SessionParts): Promise<SentOn> {
  return onApp(request, parts, async (tx, { session, id, isEnded }) => {
    if (isEnded) return;
    await revokeFamily(tx, session.team.id, id, "disconnected");
    tx.defer(memberAudit(session, request, "oauth.disconnect", id));
  });
}

/** Has an app propose its writes always, or as the team has it. */
export function setModeOnPage(request: PageRequest, parts: SessionParts): Promise<SentOn> {
  return onApp(request, parts, async (tx, { session, id, mode }) => {
    if (mode !== "team" && mode !== "propose")
      throw new AppError(
        "bad_request",
        'The mode must be "team" or "propose". Go back and choose one of the two.',
      );
    await setProposes(tx, { teamId: session.team.id, id, proposes: mode === "propose" });
    tx.defer(memberAudit(session, request, "oauth.mode", id));
  });
}

interface OnApp {
  session: PageSession;
  id: string;
  isEnded: boolean;
  mode: string | undefined;
}

async function onApp(
  request: PageRequest,
  parts: SessionParts,
  work: (tx: SystemTx, app: OnApp) => Promise<void>,
): Promise<SentOn> {
  if ((await sessionOf(request, parts)) === undefined) return signInFirst({ target: PATH });
  const { session, form } = await sessionForm(request, parts);
  const id = requireAppId(request.path["app_id"] ?? "");
  await parts.operator.transaction(async (tx) => {
    const app = await findApp(tx, { teamId: session.team.id, id, owner: ownerOf(session) });
    if (app === undefined) throw notFound();
    await work(tx, { session, id, isEnded: app.is_ended, mode: form.get("mode")?.[0] });
  });
  return { location: PATH };
}

function ownerOf({ member }: PageSession): string {
  return member.role === "owner" || member.role === "admin" ? "all" : member.id;
}

function appHtml(app: ConnectedApp, { csrf }: PageSession): Html {
  const facts = factsHtml({
    From: app.client_host,
    Member: app.member.email,
    May: `${presetNames[app.preset] ?? app.preset}: ${wordsOf(app.scopes).join(", ")}`,
    Writes: app.write_mode === "propose" ? "are approved by somebody first" : "are made at once",
    Calls: app.call_count,
    "Last used": app.last_used_at === null ? "never" : shown(app.last_used_at),
    Connected: shown(app.created_at),
  });
  const ending = app.ended_reason !== null && html`<p>${endings[app.ended_reason] ?? app.ended_reason}</p>\n`;
  return html`<h2>${app.client_name}</h2>\n${ending}${facts}${app.status === "active" && waysHtml(app, csrf)}`;
}

function waysHtml({ id, mode, client_name: name }: ConnectedApp, hidden: PageSession["csrf"]): Html {
  const other = mode === "team" ? "propose" : "team";
  const button = mode === "team" ? `Have ${name} propose its writes` : `Let ${name} write as the team has it`;
  const form = (action: string, more: Readonly<Record<string, string>>, label: string) =>
    formHtml({ action, fields: [], hidden: { ...hidden, ...more }, button: label, trap: false });
  const modes = form(`${PATH}/${id}/mode`, { mode: other }, button);
  return html`${form(`${PATH}/${id}/disconnect`, {}, `Disconnect ${name}`)}${modes}`;
}

/** To the minute, in UTC: a page without scripts does not know where it is read. */
function shown(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}

import { isPreset } from "@jst/caller";
import { isUuid } from "@jst/rpc";
import { onlyValue, type Page, type PageRequest, type SentOn } from "@jst/pages";
import { foreignForm } from "../sessions/own-page.ts";
import { sessionForm } from "../sessions/page-session.ts";
import { requireOpen } from "../teams/open-door.ts";
import { placeOf } from "../teams/place.ts";
import { redirectTo } from "./authorize-request.ts";
import { choosableTeams } from "./choosable-teams.ts";
import { consentPage, isMode } from "./consent-page.ts";
import { memberAudit } from "./member-audit.ts";
import { closeRequest, findRequest, insertGrant, type StoredRequest } from "./request-queries.ts";
import { newCode } from "./secret-values.ts";
import { requireOpenTeam, type ConsentParts } from "./show-consent.ts";

/**
 * POST /oauth/authorize: takes the decision of who was shown the page, once, and sends on to the app (oauth.consent).
 */
export async function decideConsent(request: PageRequest, parts: ConsentParts): Promise<Page | SentOn> {
  const { operator, baseUrl } = parts;
  const place = await placeOf(request.headers.host ?? "", operator, baseUrl);
  await requireOpen(operator, place);
  const { session, form } = await sessionForm(request, parts);
  await requireOpenTeam(session, parts);
  const shown = { teamId: session.team.id, sessionId: session.id, id: onlyValue(form, "request") ?? "" };
  const asked = isUuid(shown.id) ? await findRequest(operator, shown) : undefined;
  if (asked === undefined || asked.host !== place.host) throw foreignForm();
  const teams = await choosableTeams(operator, session, place.host);
  const team = teams.find(({ id }) => id === onlyValue(form, "team_id"));
  // The menu of several teams may be left without a choice; any other value does not come from our page.
  if (team === undefined && (teams.length === 1 || onlyValue(form, "team_id") !== "")) throw foreignForm();
  const decision = onlyValue(form, "decision");
  const preset = onlyValue(form, "preset") ?? "";
  const mode = onlyValue(form, "mode") ?? "team";
  const isComplete = team !== undefined && isPreset(preset) && isMode(mode);
  const isAllowed = decision === "allow" && isComplete;
  if (decision !== "deny" && !isAllowed)
    return consentPage({ request: asked, session, teams, chosen: { preset, team: team?.id ?? "", mode } });
  const granted = isAllowed ? { team, preset, proposes: mode === "propose" } : undefined;
  const code = newCode();
  await operator.transaction(async (tx) => {
    if (!(await closeRequest(tx, shown))) throw foreignForm();
    const grantId = granted && (await insertGrant(tx, asked, { ...granted, code }));
    if (granted !== undefined && grantId === undefined) throw foreignForm();
    const action = grantId === undefined ? "oauth.deny" : "oauth.consent";
    tx.defer(memberAudit(session, request, action, grantId ?? null, granted?.team));
  });
  return { location: answerTo(asked, place.issuer, granted === undefined ? undefined : code) };
}

function answerTo(
  { redirect_uri: uri, state }: StoredRequest,
  iss: string,
  code: string | undefined,
): string {
  const refusal = { error: "access_denied", error_description: "The member did not allow the connection." };
  return redirectTo(uri, { ...(code === undefined ? refusal : { code }), state, iss });
}

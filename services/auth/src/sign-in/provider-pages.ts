import { AppError } from "@jst/errors";
import { Pace } from "@jst/http";
import { onlyValue, TRAP, type Page, type PageRequest, type SentOn } from "@jst/pages";
import { foldedEmail, isEmail } from "@jst/values/email";
import type { AccountDeps } from "../deps.ts";
import type { Operator } from "../operator.ts";
import { requireOwnPage } from "../sessions/own-page.ts";
import type { SessionParts } from "../sessions/page-session.ts";
import { placeOf } from "../teams/place.ts";
import { forgetAttempt, keepAttempt, keptAttempt } from "./attempt.ts";
import { beginSession } from "./begin-session.ts";
import { noteAnswer } from "./provider-faults.ts";
import { findProvider } from "./provider-settings.ts";
import { refusedSignIn } from "./refused-sign-in.ts";
import { spellingsOf } from "./addresses.ts";
import { takeRequest } from "./take-request.ts";
import { mailedPage, signInPage } from "./sign-in-page.ts";

/** Parts that sign-in with a provider needs. */
type ProviderParts = SessionParts &
  Pick<AccountDeps, "secrets" | "providers" | "fleetProvider" | "comms" | "isMailOn">;

const WINDOW_MS = 15 * 60_000;
/** Tries of one source, and for one address, in a quarter of an hour (sessions.limits). */
const sources = new Pace(60, WINDOW_MS);
const addresses = new Pace(10, WINDOW_MS);

const CALLBACK = "/p/sign-in/callback";
const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;

/**
 * Sends who wants to sign in to the provider of the team that is named, or puts a request for a link down. Whether the
 * address is a member's is not looked at: the answer is the same for a stranger (sessions.provider, sessions.mail).
 */
export async function startSignIn(request: PageRequest, parts: ProviderParts): Promise<Page | SentOn> {
  const { operator, baseUrl, providers } = parts;
  requireOwnPage(request, baseUrl);
  sources.take(request.source);
  const form = await request.form();
  const entered = (name: string) => (onlyValue(form, name) ?? "").trim();
  const values = { email: entered("email"), team: entered("team") };
  const faults = {
    ...(isEmail(values.email) ? {} : { email: "Enter an e-mail address." }),
    ...(values.team === "" || SLUG.test(values.team)
      ? {}
      : { team: "Enter the short name of the team, such as acme." }),
  };
  if (Object.keys(faults).length > 0) return signInPage(values, { faults });
  addresses.take(foldedEmail(values.email));
  const { host, teamId, issuer } = await placeOf(request.headers.host ?? "", operator, baseUrl);
  // The host of a team names the team.
  const team = values.team !== "" ? { slug: values.team } : teamId === undefined ? undefined : { id: teamId };
  const provider = team && (await findProvider(parts, team, host ?? ""));
  if (provider === undefined) {
    const isTrapped = (form.get(TRAP) ?? []).some((value) => value !== "");
    const isTaken = await takeRequest(parts, request, { email: values.email, team, host, isTrapped });
    return isTaken ? mailedPage() : signInPage(values, { isLinkAlone: true });
  }
  const begun = await providers.begin(provider, { callback: `${issuer}${CALLBACK}`, email: values.email });
  // A redirect does not prove that the provider works: its description may be remembered from before.
  if (begun === undefined) {
    await noteAnswer(operator, provider.teamId, false);
    return signInPage(values, { isLinkAlone: true });
  }
  const attempt = keepAttempt({ ...begun.checks, teamId: provider.teamId }, parts);
  return { location: begun.url, headers: { "set-cookie": attempt } };
}

/**
 * Signs in whom the provider vouches for, where this browser has asked it to. Every refusal looks the same, and stands
 * in the audit log of the team (sessions.provider).
 */
export async function finishSignIn(request: PageRequest, parts: ProviderParts): Promise<SentOn> {
  const { operator, baseUrl } = parts;
  const { host, issuer } = await placeOf(request.headers.host ?? "", operator, baseUrl);
  // Nobody answered anything: somebody has opened the bare address.
  if (!request.target.includes("?")) return { location: "/p/sign-in" };
  const attempt = keptAttempt(request.headers.cookie, parts);
  if (attempt === undefined) throw refused();
  const provider = await findProvider(parts, { id: attempt.teamId }, host ?? "");
  const returned = new URL(`${issuer}${request.target}`);
  const finished = provider && (await parts.providers.finish(provider, returned, attempt));
  if (finished?.works !== undefined) await noteAnswer(operator, attempt.teamId, finished.works);
  const email = finished?.email;
  const sentOn = await operator.transaction(async (tx) => {
    const memberId = email === undefined ? undefined : await findMember(tx, attempt.teamId, email);
    if (memberId !== undefined) {
      const way = provider?.isFleets === true ? "fleet_provider" : "provider";
      const begun = await beginSession(tx, { teamId: attempt.teamId, memberId, way }, request, { baseUrl });
      if (begun !== undefined) return begun;
    }
    tx.defer(refusedSignIn({ teamId: attempt.teamId, code: "sign_in_refused" }, request));
    return undefined;
  });
  if (sentOn === undefined) throw refused();
  const cookies = [sentOn.headers["set-cookie"] ?? [], forgetAttempt(parts)].flat();
  return { ...sentOn, headers: { ...sentOn.headers, "set-cookie": cookies } };
}

async function findMember(operator: Operator, teamId: string, email: string): Promise<string | undefined> {
  const [member] = await operator.query<{ id: string }>({
    name: "providers.member",
    text: "select id from auth.members where team_id = $1 and email = any ($2::text[]) and suspended_at is null",
    values: [teamId, spellingsOf(email)],
  });
  return member?.id;
}

function refused(): AppError {
  return new AppError("sign_in_refused", "You are not signed in. Try again, or ask for a sign-in link.");
}

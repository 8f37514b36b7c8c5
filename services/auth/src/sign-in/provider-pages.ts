import { AppError } from "@jst/errors";
import { Pace } from "@jst/http";
import { onlyValue, type Page, type PageRequest, type SentOn } from "@jst/pages";
import { emailSpellings, foldedEmail, isEmail } from "@jst/values/email";
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
import { signInPage } from "./sign-in-page.ts";

type ProviderParts = SessionParts & Pick<AccountDeps, "secrets" | "providers" | "fleetProvider">;

const WINDOW_MS = 15 * 60_000;
/** Tries of one source, and for one address, in a quarter of an hour (sessions.limits). */
const sources = new Pace(60, WINDOW_MS);
const addresses = new Pace(10, WINDOW_MS);

const CALLBACK = "/p/sign-in/callback";
const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;

/**
 * Sends who wants to sign in to the provider of the team. Whether the address is a member's is not looked at: the
 * answer is the same for a stranger (sessions.provider).
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
    ...(SLUG.test(values.team) ? {} : { team: "Enter the short name of the team." }),
  };
  if (Object.keys(faults).length > 0) return signInPage(values, { faults });
  addresses.take(foldedEmail(values.email));
  const { host, issuer } = await placeOf(request.headers.host ?? "", operator, baseUrl);
  const provider = await findProvider(parts, { slug: values.team }, host ?? "");
  const begun =
    provider && (await providers.begin(provider, { callback: `${issuer}${CALLBACK}`, email: values.email }));
  // A redirect does not prove that the provider works: its description may be remembered from before.
  if (provider !== undefined && begun === undefined) await noteAnswer(operator, provider.teamId, false);
  if (provider === undefined || begun === undefined) return signInPage(values, { isLinkAlone: true });
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
      const who = { teamId: attempt.teamId, memberId, isFleets: provider?.isFleets === true };
      const begun = await beginSession(tx, who, request, { baseUrl });
      if (begun !== undefined) return begun;
    }
    tx.defer(refusedSignIn({ teamId: attempt.teamId, code: "sign_in_refused" }, request));
    return undefined;
  });
  if (sentOn === undefined) throw refused();
  const cookies = [sentOn.headers?.["set-cookie"] ?? [], forgetAttempt(parts)].flat();
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

/**
 * Answers the spellings of an address that a provider has verified: the domain is one, however it is written. Of the
 * local part only ASCII letters go in either case: others have twins that somebody else could own.
 */
function spellingsOf(email: string): string[] {
  const local = email.slice(0, email.lastIndexOf("@"));
  const lowered = local.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return emailSpellings(email).map((spelling) => lowered + spelling.slice(spelling.lastIndexOf("@")));
}

function refused(): AppError {
  return new AppError("sign_in_refused", "This did not sign you in. Begin again, or ask for a sign-in link.");
}

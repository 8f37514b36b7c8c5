import { formHtml, html, type Field, type Page, type PageRequest } from "@jst/pages";
import type { SessionParts } from "../sessions/page-session.ts";
import { PASSKEY_PART, PASSKEY_SCRIPT } from "./passkey-part.ts";
import { keptBy } from "./return-to.ts";

export interface SignInValues {
  email: string;
  team: string;
}

/** Asks who wants to sign in, and has the browser keep where it came from (sessions.return). */
export function showSignIn(request: PageRequest, { baseUrl }: Pick<SessionParts, "baseUrl">): Promise<Page> {
  const page = signInPage({ email: "", team: request.query.get("team") ?? "" });
  return Promise.resolve({ ...page, ...keptBy(request, baseUrl) });
}

/** The page with what was entered, and what is wrong with it; or that a link of the operator alone signs in there. */
export function signInPage(
  values: SignInValues,
  { faults = {}, isLinkAlone = false }: { faults?: Partial<SignInValues>; isLinkAlone?: boolean } = {},
): Page {
  const isFaulty = Object.keys(faults).length > 0;
  const advice = isLinkAlone
    ? html`<p class="lead" role="status">Open a sign-in link in this browser: with what you entered there is no other way in. Whoever runs the platform makes one for you.</p>\n`
    : html`<p class="lead">You sign in with the provider of your team, or by a link that we mail to you.</p>\n`;
  const form = formHtml({ action: "/p/sign-in", fields: questions(values, faults), button: "Continue" });
  return {
    ...(isFaulty ? { status: 422 } : {}),
    title: "Sign in",
    content: html`${advice}${form}${PASSKEY_PART}`,
    script: PASSKEY_SCRIPT,
    isRefused: isFaulty,
    // The provider is not known before the form is sent.
    formsLeadOn: [],
  };
}

/**
 * Says that a link is on its way if the address is a member's. The page has nothing of what was entered: it is the same
 * for everybody, to the letter (sessions.mail).
 */
export function mailedPage(): Page {
  return {
    title: "Look into your mail",
    content: html`<p class="lead" role="status">If the address belongs to a member, a mail with a sign-in link is on its way. The link is good for 15 minutes.</p>
<p>No mail? Look into the folder for junk, and check the address. Five mails an hour go to a member.</p>
<p><a href="/p/sign-in">Enter another address</a></p>
`,
  };
}

function questions(values: SignInValues, faults: Partial<SignInValues>): Field[] {
  const email: Field = {
    name: "email",
    label: "E-mail address",
    control: { kind: "line", type: "email" },
    isRequired: true,
    values: [values.email],
    error: faults.email,
    autocomplete: "email",
  };
  const team: Field = {
    name: "team",
    label: "Team",
    control: { kind: "line", type: "text" },
    help: "Its short name, if your team has a provider of its own.",
    isRequired: false,
    values: [values.team],
    error: faults.team,
    autocomplete: "organization",
  };
  return [email, team];
}

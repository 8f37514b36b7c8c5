import { html, type Page, type PageRequest } from "@jst/pages";
import type { SessionParts } from "../sessions/page-session.ts";
import { keptBy } from "./return-to.ts";

/** Asks who wants to sign in, and has the browser keep where it came from (sessions.return). */
export function showSignIn(request: PageRequest, { baseUrl }: Pick<SessionParts, "baseUrl">): Promise<Page> {
  return Promise.resolve({
    title: "Sign in",
    content: html`<p class="lead">Open the sign-in link that you were given in this browser. Whoever runs the platform makes one for you.</p>\n`,
    ...keptBy(request, baseUrl),
  });
}

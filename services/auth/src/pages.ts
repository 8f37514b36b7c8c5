import { pagesApp, type PageHandler, type PagesAppOptions } from "@jst/pages";
import { expressRoutes } from "../gen/express.ts";
import { disconnectOnPage, setModeOnPage, showConnectedApps } from "./connected-apps/app-pages.ts";
import type { AccountDeps } from "./deps.ts";
import { oauthEndpoints, oauthPages, type OAuthEndpoint } from "./oauth/oauth-routes.ts";
import { passkeyEndpoints, type PasskeyEndpoint } from "./passkeys/sign-in.ts";
import { endSessionOfAccount, showAccount } from "./sign-in/account.ts";
import { showSignInLink, useSignInLink } from "./sign-in/link-pages.ts";
import { finishSignIn, startSignIn } from "./sign-in/provider-pages.ts";
import { showSignIn } from "./sign-in/sign-in-page.ts";
import { signOut } from "./sign-in/sign-out.ts";

type Route = (typeof expressRoutes)[number];
type Parts = Omit<PagesAppOptions<Route>, "routes" | "handlers" | "others">;
type Handled = Route["handler"];
type Endpoint = OAuthEndpoint | PasskeyEndpoint;

/** Builds the pages of people who sign in (sessions.pages). */
export function authPages({ deps, ...parts }: Parts & { deps: AccountDeps }): ReturnType<typeof pagesApp> {
  const handlers: Record<Exclude<Handled, Endpoint>, PageHandler> = {
    ...oauthPages(deps),
    showConnectedApps: (request) => showConnectedApps(request, deps),
    disconnectOnPage: (request) => disconnectOnPage(request, deps),
    setModeOnPage: (request) => setModeOnPage(request, deps),
    showSignIn: (request) => showSignIn(request, deps),
    startSignIn: (request) => startSignIn(request, deps),
    finishSignIn: (request) => finishSignIn(request, deps),
    showSignInLink: (request) => showSignInLink(request, deps),
    useSignInLink: (request) => useSignInLink(request, deps),
    signOut: (request) => signOut(request, deps),
    showAccount: (request) => showAccount(request, deps),
    endSessionOfAccount: (request) => endSessionOfAccount(request, deps),
  };
  // With no-referrer browsers send the page's own form with `Origin: null`, which requireOwnPage refuses. Apps open
  // consent in a window of their own and wait for the result: no page on the way may cut them off.
  const pageHeaders = { "referrer-policy": "same-origin", "cross-origin-opener-policy": "unsafe-none" };
  const others = { ...oauthEndpoints(deps, parts.logger), ...passkeyEndpoints(deps) };
  return pagesApp<Route, Endpoint>({ ...parts, routes: expressRoutes, handlers, others, pageHeaders });
}

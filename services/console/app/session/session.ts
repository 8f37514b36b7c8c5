import { createContext, useContext } from "react";
import type { Schemas } from "../api.ts";

/** Session of the signed-in member, as GET /api/v1/session returns it. */
export type Session = Schemas["CurrentSession"];

/** Pages stand inside of SignedIn, which provides it. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** Returns the session of the signed-in member. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("A page of the console stands outside of SignedIn.");
  return session;
}

/** Whether the session's scopes hold the action; what it may not do is not shown. */
export function mayDo({ scopes }: Session, resource: string, action: string): boolean {
  return scopes.some(
    (scope) =>
      [resource, "*"].includes(scope.resource) && scope.actions.some((one) => [action, "*"].includes(one)),
  );
}

/** Builds the address of the sign-in page, which returns to the current page. */
export function signInAddress({ pathname, search }: Location): string {
  return `/p/sign-in?return_to=${encodeURIComponent(pathname + search)}`;
}

import { createContext, useContext } from "react";
import type { Schemas } from "../api.ts";

/** Who is signed in, as GET /api/v1/session says. */
export type Session = Schemas["CurrentSession"];

/** Pages stand inside of SignedIn, which provides it. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** Who is signed in. */
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

/** Where a person signs in, to come back to where he is. */
export function signInAddress({ pathname, search }: Location): string {
  return `/p/sign-in?return_to=${encodeURIComponent(pathname + search)}`;
}

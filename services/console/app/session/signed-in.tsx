import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { api, isSignedOut } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useAppliedPreferences } from "../preferences/preferences.ts";
import { OtherTeam, useOwnSession } from "./other-team.tsx";
import { SessionContext, signInAddress } from "./session.ts";

const EVERY_MS = 30_000;

/**
 * Shows the pages to a signed-in member and sends everybody else to sign in. It notices within half a minute that the
 * session ended elsewhere or that its role changed. A refusal and a return to the window make it check at once.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data, error } = useQuery({
    queryKey: ["session"],
    queryFn: () => answered(api.GET("/api/v1/session")),
    refetchInterval: EVERY_MS,
  });
  const own = useOwnSession(data);
  const isDrawn = useAppliedPreferences();
  const isOver = isSignedOut(error);
  useEffect(() => {
    if (isOver) globalThis.location.assign(signInAddress(globalThis.location));
  }, [isOver]);
  if (isOver) return <Waiting />;
  if (own !== undefined && data !== undefined && isDrawn)
    return (
      <SessionContext value={own}>
        {children}
        <OtherTeam own={own} now={data} />
      </SessionContext>
    );
  return error === null ? <Waiting /> : <Failure error={error} />;
}

import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { api, isSignedOut } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { SessionContext, signInAddress } from "./session.ts";

const EVERY_MS = 30_000;

/**
 * Shows the pages to who is signed in, and sends everybody else to sign in. A session that ends elsewhere, or whose
 * role changes, is noticed within half a minute, and at once when the window is looked at again or
 * something is refused.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data, error } = useQuery({
    queryKey: ["session"],
    queryFn: () => answered(api.GET("/api/v1/session")),
    refetchInterval: EVERY_MS,
  });
  const isOver = isSignedOut(error);
  useEffect(() => {
    if (isOver) globalThis.location.assign(signInAddress(globalThis.location));
  }, [isOver]);
  if (isOver) return <Waiting />;
  if (data !== undefined) return <SessionContext value={data}>{children}</SessionContext>;
  return error === null ? <Waiting /> : <Failure error={error} />;
}

import { isQueued } from "@jst/client";
import type { ReactNode } from "react";
import { Failure } from "./failure.tsx";
import { Queued } from "./queued.tsx";

interface OutcomeOf<R> {
  of: { error: Error | null; data: R | undefined };
  /** Fields whose faults stand beside them. */
  beside?: readonly string[];
  /** Shown once it is done. */
  children?: (done: R) => ReactNode;
}

/** Outcome of a write: why it was refused, that it waits for approval, or the text of its page. */
export function Outcome<R>({ of: { error, data }, beside, children }: OutcomeOf<R>) {
  if (error !== null) return <Failure error={error} {...(beside === undefined ? {} : { beside })} />;
  if (data === undefined) return null;
  if (typeof data === "object" && data !== null && isQueued(data)) return <Queued />;
  return <>{children?.(data)}</>;
}

import { isQueued } from "@jst/client";
import type { ReactNode } from "react";
import { Failure } from "./failure.tsx";

interface OutcomeOf<R> {
  of: { error: Error | null; data: R | undefined };
  /** Fields whose faults stand beside them. */
  beside?: readonly string[];
  /** Shown once it is done. */
  children?: (done: R) => ReactNode;
}

/** Outcome of a write: why it was refused, or the text of its page. That it waits for approval, a toast says. */
export function Outcome<R>({ of: { error, data }, beside, children }: OutcomeOf<R>) {
  if (error !== null) return <Failure error={error} {...(beside === undefined ? {} : { beside })} />;
  const isDone = data !== undefined && !(typeof data === "object" && data !== null && isQueued(data));
  return isDone ? <>{children?.(data)}</> : null;
}

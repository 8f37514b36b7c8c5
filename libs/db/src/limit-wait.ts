/**
 * Calls `leave` with the reason once the time is up, or earlier if nobody waits for the answer any longer. The waiter
 * calls the returned function when the wait has ended.
 */
export function limitWait(
  waitMs: number,
  departure: (() => AbortSignal) | undefined,
  leave: (reason: Error) => void,
): () => void {
  const alarm = setTimeout(() => leave(new Error(`waited ${waitMs} ms`)), waitMs);
  const signal = departure?.();
  const depart = () => leave(new Error("the client ended the request"));
  if (signal?.aborted === true) depart();
  else signal?.addEventListener("abort", depart, { once: true });
  return () => {
    clearTimeout(alarm);
    signal?.removeEventListener("abort", depart);
  };
}

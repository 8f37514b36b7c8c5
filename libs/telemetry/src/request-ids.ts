import { AsyncLocalStorage } from "node:async_hooks";

/** Ids that every log line of one request has. */
export interface RequestIds {
  request_id?: string;
  trace_id?: string;
}

const storage = new AsyncLocalStorage<RequestIds>();

/** Runs the work of one request: every line that is logged in it, however deep, carries both ids. */
export function inRequest<T>(
  { requestId, traceId }: { requestId?: string | undefined; traceId: string | undefined },
  work: () => T,
): T {
  return storage.run(
    {
      ...(requestId === undefined ? {} : { request_id: requestId }),
      ...(traceId === undefined ? {} : { trace_id: traceId }),
    },
    work,
  );
}

/** Ids of the request this code runs for; empty outside of one. */
export function currentRequestIds(): RequestIds {
  return storage.getStore() ?? {};
}

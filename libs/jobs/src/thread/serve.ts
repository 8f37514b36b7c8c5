import { parentPort } from "node:worker_threads";

/** What the thread says: once that it has begun, then of each input its result, that it is too much, or what failed. */
export type FromThread<Result> =
  { isReady: true } | { result: Result } | { isTooMuch: true } | { fault: string };

/**
 * The end of a LimitedThread that does the work, for the module that it runs. `isTooMuch` says of what was thrown that
 * the input is to blame; what nests deeper than the stack is too much as well.
 */
export function serve(work: (input: never) => unknown, isTooMuch: (error: unknown) => boolean): void {
  const said = async (input: unknown): Promise<FromThread<unknown>> => {
    try {
      return { result: await work(input as never) };
    } catch (error) {
      const isBlamed = error instanceof RangeError || isTooMuch(error);
      return isBlamed ? { isTooMuch: true } : { fault: String(error) };
    }
  };
  parentPort?.on("message", (input: unknown) => void said(input).then((one) => parentPort?.postMessage(one)));
  parentPort?.postMessage({ isReady: true } satisfies FromThread<unknown>);
}

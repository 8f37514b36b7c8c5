import { platform, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

/** Message of the thread: first that it has begun, then of each input its result, that it is too much, or a fault. */
export type FromThread<Result> =
  | { isReady: true }
  | { result: Result }
  | { isTooMuch: true }
  | { fault: string };

/** Niceness of the thread: on a busy machine requests go before it, and it still gets a quarter of a core. */
const NICENESS = 5;

/**
 * Serves the inputs of a LimitedThread, in the module that it runs. `isTooMuch` says of what was thrown that the input
 * is to blame; what nests deeper than the stack is too much as well.
 */
export function serve(work: (input: never) => unknown, isTooMuch: (error: unknown) => boolean): void {
  // On Linux the priority is that of the calling thread alone, elsewhere that of the whole process.
  if (platform() === "linux") setPriority(NICENESS);
  const outcomeOf = async (input: unknown): Promise<FromThread<unknown>> => {
    try {
      return { result: await work(input as never) };
    } catch (error) {
      const isBlamed = error instanceof RangeError || isTooMuch(error);
      return isBlamed ? { isTooMuch: true } : { fault: String(error) };
    }
  };
  parentPort?.on(
    "message",
    (input: unknown) => void outcomeOf(input).then((one) => parentPort?.postMessage(one)),
  );
  parentPort?.postMessage({ isReady: true } satisfies FromThread<unknown>);
}

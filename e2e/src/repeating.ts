/** Work that goes on until it is told to stop. */
export interface Repeating {
  /** Ends after the iteration in progress; rejects with what one threw. */
  stop(): Promise<void>;
}

/** Iterates, each time with a number from 0 on, until it is told to stop or one iteration throws. */
export function startRepeating(iterate: (number: number) => Promise<void>): Repeating {
  const stopping = new AbortController();
  const work = async () => {
    for (let number = 0; !stopping.signal.aborted; number++) await iterate(number);
  };
  const done = work();
  // The caller that stops it gets the fault; until then the rejection is handled here.
  done.catch(() => undefined);
  return {
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

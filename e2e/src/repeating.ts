/** Work that goes on until it is told to stop. */
export interface Repeating {
  /** Ends after the turn in progress; rejects with what a turn threw. */
  stop(): Promise<void>;
}

/** Does a turn after another, each numbered from 0, until it is told to stop or a turn throws. */
export function startRepeating(turn: (number: number) => Promise<void>): Repeating {
  const stopping = new AbortController();
  const work = async () => {
    for (let number = 0; !stopping.signal.aborted; number++) await turn(number);
  };
  const done = work();
  // Whoever stops it hears of a fault; until then it is nobody's unhandled rejection.
  done.catch(() => undefined);
  return {
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

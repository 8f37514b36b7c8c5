import { styleText } from "node:util";

/** Tells the operator on standard error what is being done and for how long. */
export interface Progress {
  /** Prints the outcome of the work with its time; work that lasts prints a line every few seconds. */
  step<T>(name: string, work: (detail: (text: string) => void) => Promise<T>): Promise<T>;
  note(text: string): void;
}

const stillWorkingMs = 8_000;
/** Work quicker than this is not worth a line. */
const quickMs = 250;

/** Progress lines stamped with the seconds since now. */
export function createProgress(
  write: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): Progress {
  const begun = performance.now();
  const print = (text: string): void => write(`${styleText("dim", seconds(begun).padStart(6))}  ${text}`);
  return {
    note: print,
    async step(name, work) {
      const started = performance.now();
      let latest = "";
      const timer = setInterval(() => print(`${name} … ${latest}`.trimEnd()), stillWorkingMs);
      try {
        const result = await work((text) => (latest = text));
        if (performance.now() - started >= quickMs) print(`${name} (${seconds(started)})`);
        return result;
      } catch (error) {
        print(`${name} ${styleText("red", "failed")} (${seconds(started)})`);
        throw error;
      } finally {
        clearInterval(timer);
      }
    },
  };
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)}s`;
}

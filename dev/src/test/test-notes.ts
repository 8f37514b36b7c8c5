import { readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** Files that the end of a run names as the slowest. */
const SLOWEST = 12;

/** Notes of a run: which tests failed, and how long each file took. Of a long run often the end alone is stored. */
export class TestNotes {
  readonly #file: string;
  readonly #seconds = new Map<string, number>();
  #failed: string[] = [];

  /** `file` is written by the tests that run now. */
  constructor(file: string) {
    this.#file = file;
  }

  /** Returns the options of `node --test` that show the tests, and note them. */
  reporters(): string[] {
    const reporter = fileURLToPath(new URL("note-reporter.ts", import.meta.url));
    return [
      ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
      ...[`--test-reporter=${reporter}`, `--test-reporter-destination=${this.#file}`],
    ];
  }

  /** Reads the notes of the tests that have run. */
  async collect(): Promise<void> {
    const notes = await readFile(this.#file, "utf8").catch(() => "");
    for (const line of notes.split("\n")) {
      const [kind, first = "", ...rest] = line.split(" ");
      if (kind === "failed") this.#failed.push([first, ...rest].join(" "));
      if (kind !== "took") continue;
      const file = rest.join(" ");
      this.#seconds.set(file, (this.#seconds.get(file) ?? 0) + Number(first) / 1_000);
    }
    await rm(this.#file, { force: true });
  }

  /** Returns the slowest files with their seconds. */
  slowest(): string {
    const files = [...this.#seconds].toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST);
    const lines = files.map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}\n`);
    return `The slowest files:\n${lines.join("")}`;
  }

  /** Returns the last words of a run that failed. */
  failures(): string {
    const named = this.#failed.length === 0 ? "" : `These failed:\n${this.#failed.join("\n")}\n`;
    return `${named}Something failed; see above.\n`;
  }
}

import { readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** Names what failed once more at the end of a run: of a run of thousands of tests often the end alone is kept. */
export class Failures {
  readonly #file: string;
  #lines: string[] = [];

  /** `file` is written by the tests that run now. */
  constructor(file: string) {
    this.#file = file;
  }

  /** Options of `node --test` that show the tests as ever, and note what fails. */
  reporters(): string[] {
    const noted = fileURLToPath(new URL("failure-reporter.ts", import.meta.url));
    return [
      ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
      ...[`--test-reporter=${noted}`, `--test-reporter-destination=${this.#file}`],
    ];
  }

  /** Takes over what the tests that have run noted. */
  async collect(): Promise<void> {
    const noted = await readFile(this.#file, "utf8").catch(() => "");
    this.#lines = [...this.#lines, ...noted.split("\n").filter((line) => line !== "")];
    await rm(this.#file, { force: true });
  }

  /** The last words of a run that failed. */
  report(): string {
    const named = this.#lines.length === 0 ? "" : `These failed:\n${this.#lines.join("\n")}\n`;
    return `${named}Something failed; see above.\n`;
  }
}

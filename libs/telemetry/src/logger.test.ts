import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

const LINES = 2_000;
/** Larger than all that is held back and than what a pipe takes at once. */
const LONG = 200_000;

/** Returns the log lines on standard output of a process that ends at once. */
async function logged(end: string): Promise<{ n?: number; text?: string; message: string }[]> {
  const script = `
    import { createLogger } from ${JSON.stringify(path.join(import.meta.dirname, "logger.ts"))};
    const logger = createLogger("test", "info");
    for (let n = 0; n < ${LINES}; n += 1) logger.info({ n }, "Grüße – 𝄞");
    logger.info({ text: "ß".repeat(${LONG}) }, "long");
    logger.info("last");
    ${end}`;
  const child = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    maxBuffer: 10 * LONG,
  });
  const { stdout } = await child;
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { n?: number; text?: string; message: string });
}

for (const [name, end] of [
  ["runs out of work", ""],
  ["exits", "process.exit(0);"],
] as const) {
  test(`a process that ${name} has written every line whole and in its order`, async () => {
    const lines = await logged(end);
    assert.deepEqual(
      lines.slice(0, LINES).map(({ n, message }) => [n, message]),
      Array.from({ length: LINES }, (_, n) => [n, "Grüße – 𝄞"]),
    );
    assert.deepEqual(
      lines.slice(LINES).map(({ text, message }) => [text?.length, message]),
      [
        [LONG, "long"],
        [undefined, "last"],
      ],
    );
  });
}

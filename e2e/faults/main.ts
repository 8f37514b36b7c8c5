// The long profile on a fleet of its own: SEED replays a schedule, EPISODES and MINUTES end it early, KINDS picks
// faults.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { createProgress } from "../../dev/src/progress.ts";
import { readSettings, repository } from "../../dev/src/config.ts";
import { withLock } from "../../dev/src/lock.ts";
import { withFleet } from "../../dev/src/test/surroundings.ts";
import { unavailable } from "./src/unavailable-faults.ts";
import { runFaults } from "./src/run.ts";
import { longProfile, schedule, type FaultKind } from "./src/schedule.ts";

const { SEED, EPISODES = "", MINUTES = "", KINDS = "" } = process.env;
const seed = SEED === undefined || SEED === "" ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
const progress = createProgress();
mkdirSync(path.join(repository, ".test"), { recursive: true });

const missing = await unavailable();
progress.note(`seed ${seed}`);
if (missing.length > 0)
  progress.note(`left out, as this machine has no means for them: ${missing.join(", ")}`);
const kinds = KINDS === "" ? undefined : KINDS.split(",");
const isWanted = (kind: FaultKind) => !missing.includes(kind) && (kinds?.includes(kind) ?? true);
const episodes = schedule(longProfile, seed, isWanted).slice(
  0,
  EPISODES === "" ? undefined : Number(EPISODES),
);

const run = () =>
  withFleet(readSettings(), progress, (environment) => {
    Object.assign(process.env, environment);
    const limitMs = MINUTES === "" ? Infinity : Number(MINUTES) * 60_000;
    return runFaults({ seed, episodes, limitMs, told: (line) => progress.note(line) });
  });
// The tests' fleet and its folder exist once: a second run is refused.
const { summary, isSound } = await withLock(path.join(repository, ".test/lock"), run);
console.log(summary);
process.exitCode = isSound ? 0 : 1;

import type { Fleet } from "../../dev/src/component.ts";
import type { Progress } from "../../dev/src/progress.ts";
import { readJson, replaceFile } from "../../dev/src/state.ts";
import { factsFile } from "./bench-fleet.ts";
import type { BenchSettings } from "./config.ts";
import { wantsDeliveries } from "./deliveries/main.ts";
import { seedDeliveries } from "./deliveries/seed.ts";
import { scenarios } from "./scenarios/all.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { seed, type Seeded } from "./seed.ts";
import { seedApps } from "./seed-apps.ts";
import { seedBookings } from "./seed-bookings.ts";
import { seedCharts } from "./seed-charts.ts";
import { seedContacts } from "./seed-contacts.ts";
import { seedFiles } from "./seed-files.ts";
import { seedInvoices } from "./seed-invoices.ts";
import { seedKnowledge } from "./seed-knowledge.ts";
import { seedLarge } from "./seed-large.ts";
import { seedRules } from "./seed-rules.ts";

/** Connections of each process of the floor and the peer, and of the service. */
export const poolSize = 10;

/** Scenarios to run; all but the long ones when none is named. */
export function chosen({ scenarios: names }: BenchSettings): readonly Scenario[] {
  return names.length === 0
    ? scenarios.filter(({ needs }) => needs === undefined)
    : scenarios.filter(({ name }) => names.includes(name));
}

/** A seed beside the usual one: which fact it makes, and how. */
interface OwnSeed {
  fact: keyof Seeded;
  seed: (fleet: Fleet, settings: BenchSettings, tell: (text: string) => void) => Promise<unknown>;
}

/** Seeds by the word in a scenario's `needs`. */
const ownSeeds = {
  bookings: { fact: "bookings", seed: seedBookings },
  invoices: { fact: "payers", seed: seedInvoices },
  charts: { fact: "charts", seed: seedCharts },
  apps: { fact: "apps", seed: seedApps },
  knowledge: { fact: "knowledge", seed: seedKnowledge },
  rules: { fact: "ruled", seed: seedRules },
} as const satisfies Record<string, OwnSeed>;

function neededSeeds(settings: BenchSettings): (keyof typeof ownSeeds)[] {
  const needed = new Set<string | undefined>(chosen(settings).map(({ needs }) => needs));
  if (settings.scenarios.includes("refreshes")) needed.add("apps");
  return (Object.keys(ownSeeds) as (keyof typeof ownSeeds)[]).filter((name) => needed.has(name));
}

/** Seeds a fresh fleet; a kept one has its facts beside its data. */
export async function seededFleet(
  fleet: Fleet,
  settings: BenchSettings,
  progress: Progress,
): Promise<Seeded> {
  const file = factsFile(fleet.paths);
  let seeded = await readJson<Seeded>(file);
  const isLarge = chosen(settings).some(({ needs }) => needs === "large");
  const isDelivering = wantsDeliveries(settings) || chosen(settings).some(({ needs }) => needs === "feed");
  const hasFiles = chosen(settings).some(({ needs }) => needs === "files");
  const own = neededSeeds(settings);
  const hasContacts = hasFiles || chosen(settings).some(({ needs }) => needs === "contacts");
  const hasAll =
    (!hasContacts || seeded?.contactTokens !== undefined) &&
    (!hasFiles || seeded?.hasFiles === true) &&
    own.every((name) => seeded?.[ownSeeds[name].fact] !== undefined) &&
    (!isLarge || seeded?.large !== undefined) &&
    (!isDelivering || seeded?.threefold !== undefined);
  if (seeded !== undefined && hasAll) return seeded;
  seeded ??= await seed(fleet, progress);
  if (isLarge) seeded.large ??= await seedLarge(fleet, seeded, settings.largeRows, progress);
  if (isDelivering && seeded.threefold === undefined)
    Object.assign(seeded, await progress.step("seeding deliveries", () => seedDeliveries(fleet)));
  if (hasContacts)
    seeded.contactTokens ??= await progress.step("seeding contacts", () => seedContacts(fleet));
  if (hasFiles && seeded.hasFiles !== true) {
    await progress.step("seeding files", () => seedFiles(fleet));
    seeded.hasFiles = true;
  }
  for (const name of own) {
    const { fact, seed: seedOwn }: OwnSeed = ownSeeds[name];
    if (seeded[fact] === undefined)
      Object.assign(seeded, {
        [fact]: await progress.step(`seeding ${name}`, (tell) => seedOwn(fleet, settings, tell)),
      });
  }
  await replaceFile(file, JSON.stringify(seeded));
  return seeded;
}

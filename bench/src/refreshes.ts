import { baseUrl } from "../../dev/src/components/service.ts";
import type { Fleet } from "../../dev/src/component.ts";
import type { Progress } from "../../dev/src/progress.ts";
import type { BenchSettings } from "./config.ts";
import type { AppFacts } from "./facts.ts";
import { client, grantApps } from "./seed-apps.ts";
import { verdict, type Verdict } from "./verdicts.ts";

const TOGETHER = 50;
/** The first use of a token and the 32 within its grace (oauth.refresh). */
const USES = 33;
const ROUNDS = 20;
const ALONE = 400;
const SLOWER_MAX = 5;

/** Outcome of one refresh. */
interface Told {
  status: number;
  error: string | undefined;
  refreshToken: string | undefined;
  ms: number;
}

/** Has apps refresh alone, and then fifty times at once with the same token (oauth.refresh). */
export async function runRefreshes(
  { fleet, settings, apps }: { fleet: Fleet; settings: BenchSettings; apps: AppFacts | undefined },
  progress: Progress,
  print: (text: string) => void,
): Promise<Verdict[]> {
  if (!settings.scenarios.includes("refreshes") || apps === undefined) return [];
  const [first, ...others] = (await grantApps(fleet, apps, ROUNDS + 1)).map(({ refresh }) => refresh);
  const alone = await progress.step("refreshing alone", () => oneByOne(fleet, first ?? ""));
  const rounds: Told[][] = [];
  await progress.step(`refreshing ${TOGETHER} times at once`, async () => {
    for (const token of others)
      rounds.push(await Promise.all(Array.from({ length: TOGETHER }, () => refreshed(fleet, token))));
  });
  const isRight = (told: readonly Told[]) =>
    told.filter(({ status }) => status === 200).length === USES &&
    told.every(({ status, error }) => status === 200 || (status === 400 && error === "invalid_grant"));
  const right = rounds.filter(isRight).length;
  const [usual, crowded] = [p99(alone), p99(rounds.flat())];
  print(
    `\nA refresh alone: p99 ${usual.toFixed(1)} ms; one of ${TOGETHER} at once: ${crowded.toFixed(1)} ms`,
  );
  const ratio = crowded / usual;
  return [
    verdict(right === ROUNDS, `refreshes at once: ${USES} uses and no fault in ${right} of ${ROUNDS} rounds`),
    verdict(
      ratio <= SLOWER_MAX,
      `refreshes at once: p99 ${ratio.toFixed(1)}x one alone, asked for <= ${SLOWER_MAX}x`,
    ),
  ];
}

/** The refreshes of an app, one after the other; the first ones only warm up. */
async function oneByOne(fleet: Fleet, first: string): Promise<Told[]> {
  const all: Told[] = [];
  for (let token = first; all.length < 2 * ALONE;) {
    const told = await refreshed(fleet, token);
    if (told.refreshToken === undefined) throw new Error(`A refresh was answered ${told.status}.`);
    all.push(told);
    token = told.refreshToken;
  }
  return all.slice(ALONE);
}

async function refreshed(fleet: Fleet, token: string): Promise<Told> {
  const began = performance.now();
  const response = await fetch(`${baseUrl(fleet)}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "refresh_token", client_id: client, refresh_token: token }),
  });
  const { error, refresh_token: refreshToken } = (await response.json()) as {
    error?: string;
    refresh_token?: string;
  };
  return { status: response.status, error, refreshToken, ms: performance.now() - began };
}

function p99(all: readonly Told[]): number {
  const sorted = all.map(({ ms }) => ms).sort((left, right) => left - right);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN;
}

import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { until } from "@jst/testing";
import { processTree } from "../faults/src/process-tree.ts";
import { fleet } from "./fleet.ts";
import { send } from "./http.ts";

const RECOVERY_MS = 30_000;
const KILLING_MS = 240_000;
/** Time limit of a test that kills. */
export const killingTest = { timeout: 400_000 };
/** A kill comes so long after the component works again, at most. */
const DELAY_MS = 400;

/** Repeated work of a client: true if it was acknowledged, false if that is unknown. */
export type Work = () => Promise<boolean>;

/** Sends a request; undefined where the connection broke or a 503 or 504 says that nobody knows. */
export async function sendUnlessDown(request: Parameters<typeof send>[0]) {
  const answer = await send(request).catch(() => undefined);
  return answer === undefined || answer.status === 503 || answer.status === 504 ? undefined : answer;
}

/** Returns the reply of a path once it answers, which must be a success; a body makes the request a POST. */
export function asked(token: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  return until(`${path} is answered`, RECOVERY_MS, async () => {
    const method = body === undefined ? "GET" : "POST";
    const answer = await sendUnlessDown({ method, path: `/api/v1/${path}`, token, body });
    if (answer !== undefined) assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer?.body as Record<string, unknown> | undefined;
  });
}

/** All items of a list, page by page; the path may have a filter. */
export async function allOf<Item>(token: string, path: string, plural: string): Promise<Item[]> {
  const items: Item[] = [];
  const first = `${path}${path.includes("?") ? "&" : "?"}limit=500`;
  for (let cursor = ""; ;) {
    const page = await asked(token, `${first}${cursor}`);
    items.push(...(page[plural] as Item[]));
    if (page["has_more"] !== true) return items;
    cursor = `&cursor=${String(page["next_cursor"])}`;
  }
}

/**
 * Kills a component so often, or several in turn, at a random moment of the work, which all its clients go on with.
 * Answers how often: on a busy machine the time for it ends before.
 */
export async function killWhile(
  components: string | readonly string[],
  most: number,
  clients: readonly Work[],
): Promise<number> {
  const victims = [components].flat();
  const end = Date.now() + KILLING_MS;
  let kills = 0;
  const counts = clients.map(() => 0);
  let isStopped = false;
  const running = clients.map(async (work, at) => {
    while (!isStopped) if (await work()) counts[at] = (counts[at] ?? 0) + 1;
  });
  const allBeyond = (before: readonly number[]) =>
    until("every client is acknowledged again", RECOVERY_MS, () =>
      counts.every((count, at) => count > (before[at] ?? 0)) ? true : undefined,
    );
  try {
    await allBeyond(counts.map(() => 0));
    for (; kills < most && Date.now() < end; kills += 1) {
      await delay(randomInt(DELAY_MS));
      await kill(victims[kills % victims.length] ?? "");
      await allBeyond([...counts]);
    }
  } finally {
    isStopped = true;
    await Promise.allSettled(running);
  }
  await Promise.all(running);
  return kills;
}

const PROGRESS_MS = 120_000;

/**
 * Kills one of the components after another, each at a random moment, until the work ends; counts the kills. `answered`
 * counts what the work has got done: so many come between two kills.
 */
export async function killDuring(
  components: readonly string[],
  work: Promise<unknown>,
  answered: () => number,
  between = 30,
): Promise<Record<string, number>> {
  const counts = new Map(components.map((name) => [name, 0]));
  const ended = new AbortController();
  const end = () => ended.abort();
  work.then(end, end);
  const hasEnded = () => ended.signal.aborted;
  for (let least = answered(); ; least = answered() + between) {
    await until("the work goes on", PROGRESS_MS, () => hasEnded() || answered() >= least || undefined);
    await delay(randomInt(DELAY_MS), undefined, { signal: ended.signal }).catch(() => undefined);
    if (hasEnded()) break;
    const name = components[randomInt(components.length)] ?? "";
    await kill(name);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  await work;
  return Object.fromEntries(counts);
}

/** Kills a component without a word, and resolves once it has another process. */
export async function kill(component: string): Promise<void> {
  const pid = fleet().components[component]?.pid;
  assert.ok(pid, `the fleet has no component ${component}`);
  process.kill(pid, "SIGKILL");
  await until(`${component} has another process`, RECOVERY_MS, () =>
    fleet().components[component]?.pid === pid ? undefined : true,
  );
}

/** Runs the work while a component is there and answers nothing. */
export async function whileFrozen<T>(component: string, work: () => Promise<T>): Promise<T> {
  const pid = fleet().components[component]?.pid;
  assert.ok(pid, `the fleet has no component ${component}`);
  const frozen = processTree(pid);
  for (const one of frozen) process.kill(one, "SIGSTOP");
  try {
    return await work();
  } finally {
    for (const one of frozen.reverse()) process.kill(one, "SIGCONT");
  }
}

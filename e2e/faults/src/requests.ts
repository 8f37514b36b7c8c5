import { setTimeout as delay } from "node:timers/promises";
import { send, type Answer, type Request } from "../../src/http.ts";

/** Answer, or `undefined` without one: the client cannot know the outcome of its request. */
export type Told = Answer | undefined;

/** A client gives a request up after this long. */
const patienceMs = 5_000;

/** Sends a request as a client in a hurry does; it never rejects. */
export function ask(request: Request): Promise<Told> {
  return send({ ...request, signal: AbortSignal.timeout(patienceMs) }).catch(() => undefined);
}

/** Milliseconds between two tries of what must succeed while processes come and go. */
const pauseMs = 200;

/** Repeats a reading request until it is answered with 200; rejects when that takes longer than a minute. */
export async function read<T>(request: Request): Promise<T> {
  const end = performance.now() + 60_000;
  for (;;) {
    const answer = await ask(request);
    if (answer?.status === 200) return answer.body as T;
    if (performance.now() > end)
      throw new Error(`GET ${request.path} is still answered with ${answer?.status ?? "nothing"}.`);
    await delay(pauseMs);
  }
}

interface Paging {
  next_cursor: string | null;
}

/** Reads every page of a list. */
export async function readAll<T>(token: string, path: string, member: string): Promise<T[]> {
  const items: T[] = [];
  for (let cursor = ""; ;) {
    const page = await read<Omit<Record<string, T[]>, "next_cursor"> & Paging>({
      path: `${path}${cursor}`,
      token,
    });
    items.push(...(page[member] ?? []));
    if (page.next_cursor === null) return items;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

import { setTimeout as delay } from "node:timers/promises";
import type { Walk } from "../checker/history.ts";
import { ask } from "./requests.ts";

/** A reader of the feed at work. */
export interface Walker {
  /** Goes on until a page says that there is no more, and answers what was met. */
  stop(): Promise<Walk>;
}

interface Page {
  events: { id: string }[];
  next_cursor: string;
  has_more: boolean;
}

/** Options of a walker. */
export interface WalkerOptions {
  team: string;
  token: string;
  /** Items of a page at most. */
  limit: number;
  /** Between two pages while nothing new is there, or no answer came. */
  pauseMs: number;
}

/** Reads the feed from its beginning along next_cursor, as a customer would, whatever happens meanwhile. */
export function startWalker({ team, token, limit, pauseMs }: WalkerOptions): Walker {
  const items: string[] = [];
  const stopping = new AbortController();
  const work = async () => {
    for (let since = ""; ;) {
      const isLast = stopping.signal.aborted;
      const answer = await ask({ path: `/api/v1/events?limit=${limit}${since}`, token });
      if (answer?.status === 200) {
        const page = answer.body as Page;
        items.push(...page.events.map(({ id }) => id));
        since = `&since=${page.next_cursor}`;
        if (page.has_more) continue;
        if (isLast) return;
      }
      await delay(pauseMs);
    }
  };
  const done = work();
  return {
    stop: async () => {
      stopping.abort();
      await done;
      return { team, walker: `a walker by ${limit}`, items };
    },
  };
}

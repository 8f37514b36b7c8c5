import { throughGateway } from "./requests.ts";
import { ours, type Scenario } from "./scenario.ts";

const rows = 500;
/** Every n-th page is parsed and its rows are counted; the others must only be of a page's size. */
const parsedEvery = 64;

/** Whole pages of the feed, with their payloads. `sinceOf` says where each begins. */
function pages(name: string, title: string, sinceOf: () => string): Scenario {
  return {
    name,
    title,
    hasTail: false,
    needs: "feed",
    rateTarget: 300,
    contestants: [
      {
        name: ours,
        door: "gateway",
        exchanges: ({ feedTokens: tokens }) => {
          if (tokens === undefined) throw new Error("The feed was not seeded.");
          const ask = throughGateway({ tokens });
          const faultOf = pageFault();
          return () => ask(`/api/v1/events?limit=${rows}${sinceOf()}`, undefined, { status: 200, faultOf });
        },
      },
    ],
  };
}

function pageFault(): (body: Buffer) => string | undefined {
  let count = 0;
  return (body) => {
    if (body.length < rows * 400) return "The page is too small:";
    count += 1;
    if (count % parsedEvery !== 1) return undefined;
    const page = JSON.parse(body.toString()) as { events?: unknown[]; has_more?: boolean };
    return page.events?.length === rows && page.has_more === true ? undefined : "The page is not whole:";
  };
}

/** A page that several consumers follow, or one comes back to. */
export const feed = pages("feed", "page of 500 of the feed, read again and unchanged", () => "");

let asked = 0;

/** The first reader of each page: it is asked for from another moment on, so it was never read before. */
export const feedFirst = pages("feed-first", "page of 500 of the feed, not read before", () => {
  asked += 1;
  return `&since=2000-01-01T00:00:00.${String(asked % 1_000_000).padStart(6, "0")}Z`;
});

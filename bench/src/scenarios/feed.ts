import { throughGateway } from "./requests.ts";
import { ours, type Scenario } from "./scenario.ts";

const rows = 500;
/** Every n-th page is parsed and its rows are counted; the others must only be of a page's size. */
const parsedEvery = 64;

/** A poller that reads on: whole pages of the feed, with their payloads. */
export const feed: Scenario = {
  name: "feed",
  title: "page of 500 of the feed of deliveries",
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
        let count = 0;
        const faultOf = (body: Buffer) => {
          if (body.length < rows * 400) return "The page is too small:";
          count += 1;
          if (count % parsedEvery !== 1) return undefined;
          const page = JSON.parse(body.toString()) as { events?: unknown[]; has_more?: boolean };
          return page.events?.length === rows && page.has_more === true
            ? undefined
            : "The page is not whole:";
        };
        return () => ask(`/api/v1/events?limit=${rows}`, undefined, { status: 200, faultOf });
      },
    },
  ],
};

import { noBrowser, testBrowser } from "@jst/testing/browser";
import { before, test } from "node:test";
import { decideLong, reachAll, scrollRows, type LongTeam } from "../src/console-long.ts";
import { atConsole } from "../src/console.ts";
import { newTeam } from "../src/fleet.ts";

/** Over the borders of pages (console.decisions, console.grid); the drill of this name takes the full sizes. */
const SIZES = { operations: 1_000, proposals: 120, rows: 3_000, stops: 150 };
const openPage = testBrowser();
const skip = noBrowser;

let team: LongTeam;
before(async () => {
  if (skip !== false) return;
  const { slug, token } = await newTeam("console-long");
  team = { slug, token, owner: await atConsole(await openPage(), slug, "owner") };
});

test(`of ${SIZES.proposals} proposals each is reached, a page at a time`, { skip }, () =>
  reachAll(team, SIZES.proposals),
);

test(`a proposal of ${SIZES.operations} operations is read in pages, approved and undone`, { skip }, () =>
  decideLong(team, SIZES.operations),
);

test(`of ${SIZES.rows} rows the page holds no more than 2,000`, { skip }, () =>
  scrollRows(team, SIZES.rows, SIZES.stops),
);

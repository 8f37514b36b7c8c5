// Proves: services/console/app libs/changes/src
import { noBrowser, testBrowser } from "@jst/testing/browser";
import { before, test } from "node:test";
import { decideLong, reachAll, scrollRows, type LongTeam } from "../src/console-long.ts";
import { atConsole } from "../src/console.ts";
import { newTeam } from "../src/fleet.ts";

const SIZES = { operations: 10_000, proposals: 10_000, rows: 100_000, stops: 1_000 };
/** Ten thousand proposals are made one by one. */
const MOST_MS = 1_200_000;
const openPage = testBrowser();
const options = { skip: noBrowser, timeout: MOST_MS };

let team: LongTeam;
before(async () => {
  if (noBrowser !== false) return;
  const { slug, token } = await newTeam("console-long");
  team = { slug, token, owner: await atConsole(await openPage(), slug, "owner") };
});

test(`of ${SIZES.proposals} proposals each is reached, a page at a time`, options, () =>
  reachAll(team, SIZES.proposals),
);

test(`a proposal of ${SIZES.operations} operations is read in pages, approved and undone`, options, () =>
  decideLong(team, SIZES.operations),
);

test(`of ${SIZES.rows} rows the page holds no more than 2,000`, options, () =>
  scrollRows(team, SIZES.rows, SIZES.stops),
);

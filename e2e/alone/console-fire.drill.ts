// Proves: services/console/app/data services/console/app/grid services/data/src/engine/rows libs/changes/src
import { noBrowser, testBrowser } from "@jst/testing/browser";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { GridUnderFire } from "../src/grid-fire/fire.ts";

const openPage = testBrowser();
const of = {
  seed: Number(process.env["FIRE_SEED"] ?? randomInt(2 ** 31)),
  acts: Number(process.env["FIRE_ACTS"] ?? 1_000),
  kills: true,
};

test(
  `after ${of.acts} random acts with lost answers, kills of data and a second editor, screen, API and model are equal`,
  { skip: noBrowser, timeout: 3_600_000 },
  async (context) => {
    context.diagnostic(`FIRE_SEED=${of.seed}`);
    const fire = await GridUnderFire.open(await openPage(), of);
    context.diagnostic(JSON.stringify({ ...(await fire.run(of)), lost: fire.lost }));
  },
);

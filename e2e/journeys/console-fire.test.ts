import { noBrowser, testBrowser } from "@jst/testing/browser";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { GridUnderFire } from "../src/grid-fire/fire.ts";

/** A grid whose answers get lost while a second editor writes; the drill of this name kills the data service too. */
const openPage = testBrowser();
const of = { seed: Number(process.env["FIRE_SEED"] ?? randomInt(2 ** 31)), acts: 50, kills: false };

test(
  `after ${of.acts} random acts with lost answers and a second editor, screen, API and model are equal`,
  { skip: noBrowser },
  async (context) => {
    context.diagnostic(`FIRE_SEED=${of.seed}`);
    const fire = await GridUnderFire.open(await openPage(), of);
    context.diagnostic(JSON.stringify({ ...(await fire.run(of)), lost: fire.lost }));
  },
);

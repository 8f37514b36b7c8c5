import { Dice } from "@jst/testing";
import type { Page } from "@jst/testing/browser";
import { atConsole } from "../console.ts";
import { newTeam } from "../fleet.ts";
import { asked } from "../killing.ts";
import { COLUMNS, type Stored } from "./model.ts";
import { loseAnswers } from "./network.ts";

const ROWS = 24;
const LOST_PERCENT = 20;
const HEIGHT = 2_200;

/** Opens a table of a team of its own on a lossy network. */
export async function openFire(page: Page, seed: number) {
  const { slug, token } = await newTeam("console-fire");
  const columns = COLUMNS.map((name) => ({
    name,
    display_name: name,
    type: ["count", "size"].includes(name) ? "number" : "text",
  }));
  await asked(token, "data/tables", { name: "fire", display_name: "Fire", columns });
  const data = Array.from({ length: ROWS }, (_, n) => ({
    data: { item: `item ${n + 1}`, note: null, label: null, count: null, size: null },
  }));
  const path = "data/tables/fire/rows";
  await asked(token, `${path}:batch`, { rows: data });
  const rows = (await asked(token, `${path}?sort=created_at:asc&limit=200`))["rows"] as Stored[];
  const owner = await atConsole(page, slug, "owner");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 1_280, height: HEIGHT });
  await owner.go("/tables/fire");
  await page.locator(`[data-at="${ROWS - 1}:0"]`).waitFor();
  const network = await loseAnswers(page, new Dice(seed + 2), LOST_PERCENT);
  return { owner, token, path, rows, network };
}

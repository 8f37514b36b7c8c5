import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { fleet, jst, newTeam, stateDir } from "../src/fleet.ts";

const root = new URL("../../", import.meta.url);
const folder = mkdtempSync(path.join(tmpdir(), "tour-"));
after(() => rmSync(folder, { recursive: true }));

const team = await newTeam("tour");
await jst("member", "add", "--team", team.slug, "--email", "host@tour.example", "--role", "owner");

/** The lines of the page, about a team of the test's own in place of the demo team. */
function linesOfTour(): string {
  const page = readFileSync(new URL("docs/tour.md", root), "utf8");
  const lines = [...page.matchAll(/```sh\n([^]*?)```/g)].map((block) => block[1] ?? "").join("");
  return lines.replace(/^eval .*\n/, "").replaceAll("--team demo", `--team ${team.slug}`);
}

test("the lines of the tour do in each domain what the page says, as they are written", async () => {
  const { stdout } = await promisify(execFile)(
    "bash",
    ["-O", "inherit_errexit", "-euo", "pipefail", "-c", linesOfTour()],
    {
      cwd: root,
      env: {
        ...process.env,
        BASE_URL: fleet().base_url,
        TOKEN: team.token,
        JST_STATE: stateDir(),
        TMPDIR: folder,
      },
    },
  );
  const replies = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const states = replies.map(({ status }) => status).filter((status) => typeof status === "string");
  for (const state of ["published", "ready", "booked", "cancelled", "paid", "accepted", "captured", "active"])
    assert.ok(states.includes(state), `nothing on the page became ${state}`);
  assert.ok(readFileSync(path.join(folder, "invoice.pdf"), "latin1").startsWith("%PDF"));
  assert.ok(replies.some(({ resourceType }) => resourceType === "Bundle"));
  assert.ok(Array.isArray(replies.at(-1)?.["faults"]));
});

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { promisify } from "node:util";
import { fleet, newTeam } from "../src/fleet.ts";

interface ExampleRow {
  data: Record<string, unknown>;
  computed?: Record<string, unknown>;
  format?: unknown;
  error?: unknown;
}

test("the example of the data service's README does what it shows, as it is written", async () => {
  const readme = readFileSync(new URL("../../services/data/README.md", import.meta.url), "utf8");
  const [first = "", ...lines] = (/```sh\n([^]*?)```/.exec(readme)?.[1] ?? "").split("\n");
  assert.equal(first, 'eval "$(./jst env)"');
  const team = await newTeam("readme");
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", lines.join("\n")], {
    env: { ...process.env, BASE_URL: fleet().base_url, TOKEN: team.token },
  });
  const replies = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { rows?: ExampleRow[] });
  const [people, tasks, batch, week, view] = replies;
  assert.equal(replies.length, 5, stdout);
  assert.ok(people !== undefined && tasks !== undefined);
  assert.deepEqual(
    batch?.rows?.map((row) => row.data["title"]),
    ["Rest", "Ship"],
  );
  assert.deepEqual(
    week?.rows?.map((row) => row.data["title"]),
    ["Ship"],
  );
  const shown = view?.rows?.map(({ data, computed, format }) => [data["title"], computed, format]);
  assert.deepEqual(shown, [
    ["Rest", { cost: 720 }, { row: { color: "red" } }],
    ["Ship", { cost: 180 }, undefined],
  ]);
  assert.equal(
    view?.rows?.some(({ data }) => "hours" in data),
    false,
  );
});

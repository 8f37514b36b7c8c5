import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "@jst/testing";
import { newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { runPage } from "../src/page-lines.ts";

const team = await newTeam("trust-page");

interface Reply {
  status?: string;
  result?: { email: string };
  operations?: { op: string }[];
  queued?: boolean;
  preview?: { op: string }[];
  contacts?: { email: string; archived_at: string | null }[];
  audit?: unknown[];
}

test("the lines of the page on trust propose, approve, take back and read who did it", async () => {
  const sections = await runPage<Reply>("trust.md", team);
  assert.deepEqual(
    [...sections.keys()],
    ["Propose", "Approve", "Undo", "Read who did it", "Who waits, and who decides"],
  );
  const of = (title: string) => sections.get(title)?.replies ?? [];
  const [proposed] = of("Propose");
  assert.deepEqual([proposed?.status, proposed?.operations?.[0]?.op], ["queued", "create"]);
  const [approved] = of("Approve");
  assert.deepEqual([approved?.status, approved?.result?.email], ["executed", "proposed@example.com"]);
  const [waiting, undone, archived] = of("Undo");
  assert.deepEqual([waiting?.queued, waiting?.preview?.[0]?.op], [true, "delete"]);
  assert.deepEqual([undone?.status, undone?.operations?.[0]?.op], ["executed", "delete"]);
  assert.equal(typeof archived?.contacts?.[0]?.archived_at, "string");
  assert.ok(Array.isArray(of("Read who did it")[0]?.audit));
  const acts = "changeset.undo changeset.propose changeset.approve changeset.propose";
  await until("the audit log names all four", 20_000, async () => {
    const path = "/api/v1/audit?resource=changesets&limit=4";
    const { body } = await send({ method: "GET", path, token: team.token });
    const { audit } = body as { audit: { action: string }[] };
    const actions = audit.map(({ action }) => action).join(" ");
    return actions === acts ? true : undefined;
  });
});

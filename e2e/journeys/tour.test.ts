import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { jst, newTeam } from "../src/fleet.ts";
import { type Printed as PrintedOf, runPage } from "../src/page-lines.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tour-"));
after(() => rmSync(folder, { recursive: true }));

const team = await newTeam("tour");
await jst("member", "add", "--team", team.slug, "--email", "host@tour.example", "--role", "owner");

interface Reply {
  [member: string]: unknown;
  submissions?: { data: { email: string } }[];
  audit?: unknown[];
  faults?: unknown[];
}

type Printed = PrintedOf<Reply>;

const has =
  (member: string, value: unknown) =>
  ({ replies }: Printed): boolean =>
    replies.some((reply) => reply[member] === value);

/** One fact of each section that holds only if its lines did what they are for. */
const facts: Record<string, (printed: Printed) => boolean> = {
  Forms: ({ replies }) => replies.at(-1)?.submissions?.[0]?.data.email === "ada@tour.example",
  Files: ({ text }) => text.includes("Ada,12"),
  Scheduling: (printed) => has("status", "booked")(printed) && has("cancel_reason", "ill")(printed),
  // One and a half days at 800.00 with 19 % of tax.
  Commerce: has("total", 142_800),
  Messages: has("subject", "Welcome, Ada"),
  "Knowledge and context": ({ replies }) =>
    replies.some(({ html }) => String(html).includes("<em>30 days</em>")),
  "Charts and wellness": ({ replies }) =>
    replies.some(({ resourceType }) => resourceType === "Bundle") &&
    replies.some(({ audit = [] }) => audit.length === 2),
  "What does not work": ({ replies }) => Array.isArray(replies.at(-1)?.faults),
};

test("the lines of the tour do in each domain what the page says", async () => {
  const sections = await runPage<Reply>("tour.md", team, folder);
  assert.deepEqual([...sections.keys()].toSorted(), Object.keys(facts).toSorted());
  for (const [title, printed] of sections) assert.ok(facts[title]?.(printed), `${title}:\n${printed.text}`);
  assert.ok(readFileSync(path.join(folder, "invoice.pdf"), "latin1").startsWith("%PDF"));
});

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

/** Begins what the section of this name prints. */
const MARK = "# section: ";

/** The lines of the page, about a team of the test's own instead of the demo team; each section says when it begins. */
function linesOfTour(): string {
  const page = readFileSync(new URL("docs/tour.md", root), "utf8");
  const parts = page.matchAll(/^## (.*)$|```sh\n([^]*?)```/gm);
  const lines = [...parts].map(([, title, block = ""]) =>
    title === undefined ? block : `echo "${MARK}${title}"\n`,
  );
  return lines
    .join("")
    .replace(/^eval .*\n/, "")
    .replaceAll("--team demo", `--team ${team.slug}`);
}

interface Reply {
  [member: string]: unknown;
  submissions?: { data: { email: string } }[];
  audit?: unknown[];
  faults?: unknown[];
}

/** What one section printed: its replies, and all of its text. */
interface Printed {
  replies: Reply[];
  text: string;
}

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
  const sections = stdout.split(MARK).slice(1).map(printedOf);
  assert.deepEqual(sections.map(([title]) => title).toSorted(), Object.keys(facts).toSorted());
  for (const [title, printed] of sections) assert.ok(facts[title]?.(printed), `${title}:\n${printed.text}`);
  assert.ok(readFileSync(path.join(folder, "invoice.pdf"), "latin1").startsWith("%PDF"));
});

function printedOf(section: string): [title: string, printed: Printed] {
  const [title = "", ...lines] = section.split("\n");
  const replies = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Reply);
  return [title, { replies, text: lines.join("\n") }];
}

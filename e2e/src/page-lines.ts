import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { fleet, stateDir } from "./fleet.ts";

const root = new URL("../../", import.meta.url);

/** Begins what the section of this name prints. */
const MARK = "# section: ";

/** What one section printed: its replies, and all of its text. */
export interface Printed<Reply> {
  replies: Reply[];
  text: string;
}

/**
 * What each section of a page in docs prints; its lines run for the team instead of the demo team, and write their
 * files into the folder.
 */
export async function runPage<Reply>(
  page: string,
  team: { slug: string; token: string },
  folder = tmpdir(),
): Promise<Map<string, Printed<Reply>>> {
  const bash = ["-O", "inherit_errexit", "-euo", "pipefail", "-c", linesOf(page, team.slug)];
  const { stdout } = await promisify(execFile)("bash", bash, {
    cwd: root,
    env: {
      ...process.env,
      BASE_URL: fleet().base_url,
      TOKEN: team.token,
      JST_STATE: stateDir(),
      TMPDIR: folder,
    },
  });
  const sections = stdout
    .split(MARK)
    .slice(1)
    .map(printedOf<Reply>);
  const printed = new Map(sections);
  assert.equal(printed.size, sections.length, "each section has a title of its own");
  return printed;
}

/** The lines of the page for this team; each section says when it begins. */
function linesOf(page: string, slug: string): string {
  const parts = readFileSync(new URL(`docs/${page}`, root), "utf8").matchAll(/^## (.*)$|```sh\n([^]*?)```/gm);
  const lines = [...parts].map(([, title, block = ""]) =>
    title === undefined ? block : `echo "${MARK}${title}"\n`,
  );
  return lines
    .join("")
    .replace(/^eval .*\n/, "")
    .replaceAll("--team demo", `--team ${slug}`);
}

function printedOf<Reply>(section: string): [title: string, printed: Printed<Reply>] {
  const [title = "", ...lines] = section.split("\n");
  const replies = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Reply);
  return [title, { replies, text: lines.join("\n") }];
}

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { fleet, stateDir } from "./fleet.ts";

const root = new URL("../../", import.meta.url);

/** Begins what the section of this name prints. */
const MARK = "# section: ";

/** Output of one section: its replies, and all of its text. */
export interface Printed<Reply> {
  replies: Reply[];
  text: string;
}

/**
 * Runs the lines of a page, named by its path from docs, and returns the output of each section. The lines run for the
 * team instead of the demo team, and write their files into the folder. The sections of `without` do not run.
 */
export async function runPage<Reply>(
  page: string,
  team: { slug: string; token: string },
  folder = tmpdir(),
  without: readonly string[] = [],
): Promise<Map<string, Printed<Reply>>> {
  const bash = ["-O", "inherit_errexit", "-euo", "pipefail", "-c", linesOf(page, team.slug, without)];
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

/** Lines of the page for this team; each section prints its title when it begins. */
function linesOf(page: string, slug: string, without: readonly string[]): string {
  const text = readFileSync(new URL(`docs/${page}`, root), "utf8");
  const sections = text.split(/^(?=## )/m).filter((section) => !without.includes(titleOf(section)));
  const parts = sections.join("").matchAll(/^## (.*)$|```sh\n([^]*?)```/gm);
  const lines = [...parts].map(([, title, block = ""]) =>
    title === undefined ? `${block}echo\n` : `echo "${MARK}${title}"\n`,
  );
  return lines
    .join("")
    .replace(/^eval .*\n/m, "")
    .replaceAll("--team demo", `--team ${slug}`);
}

const titleOf = (section: string): string => /^## (.*)/.exec(section)?.[1] ?? "";

function printedOf<Reply>(section: string): [title: string, printed: Printed<Reply>] {
  const [title = "", ...lines] = section.split("\n");
  const apart = lines.flatMap((line) => line.replaceAll("}{", "}\n{").split("\n"));
  const replies = apart.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Reply);
  return [title, { replies, text: lines.join("\n") }];
}

import { globSync } from "node:fs";
import { fetchWheel } from "../fetch/wheel.ts";
import { repository } from "../config.ts";

/** Begins a line that is shown even when the check that printed it passed. */
export const notePrefix = "note: ";

/** One static check of the tree. */
export interface Check {
  name: string;
  /** The program and its arguments; a check may have to fetch its program first. */
  command(cacheDir: string): Promise<[command: string, ...args: string[]]>;
}

/** All of them, the longest first. */
export const checks: readonly Check[] = [
  ours("charts", "dev/src/charts/check-main.ts"),
  ours("no transaction waits for another process", "dev/src/verify/transactions-main.ts"),
  ours("lint", "node_modules/oxlint/bin/oxlint", "--max-warnings", "0"),
  ours("types", "node_modules/typescript-7/bin/tsc", "-p", "tsconfig.json"),
  ours(
    "types of the console",
    "node_modules/typescript-7/bin/tsc",
    "-p",
    "services/console/app/tsconfig.json",
  ),
  ours("format", "node_modules/oxfmt/bin/oxfmt", "--check", "."),
  ours("generated documents are current", "libs/contract/src/main.ts", "--check"),
  ours("protos: lint, format, breaking changes", "libs/contract/src/lint-main.ts"),
  ours("clauses of the contract, length of records", "dev/src/verify/contract-main.ts"),
  ours("plain words", "dev/src/verify/words-main.ts"),
  ours("documents: indexes, links, versions", "dev/src/verify/docs-main.ts"),
  ours("imports point down, never in a loop", "dev/src/verify/loops-main.ts"),
  ours("packages that belong in threads", "dev/src/verify/threads-main.ts"),
  { name: "shell scripts", command: shellcheck },
];

/** A program of this tree or its packages, on this Node. */
function ours(name: string, program: string, ...args: string[]): Check {
  return { name, command: () => Promise.resolve([process.execPath, program, ...args]) };
}

/** Its wheel is for x64 only; elsewhere the machine's own is asked for. */
async function shellcheck(cacheDir: string): Promise<[string, ...string[]]> {
  const isPinned = process.arch === "x64";
  const program = isPinned ? await fetchWheel(cacheDir, "shellcheck", "bin/shellcheck") : "shellcheck";
  return [
    program,
    ...globSync(["jst", ".ci/run", "dev/*.sh", "{dev/images,drills/cluster}/**/*.sh", "gateway/*.sh"], {
      cwd: repository,
    }),
  ];
}

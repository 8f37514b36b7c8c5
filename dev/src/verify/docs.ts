import path from "node:path";
import type { Tree } from "./tree.ts";

const README_LINES_MAX = 150;

/** Lists of pages: every Markdown file of the folder, or of its subfolders without a list, stands in it. */
const indexes = ["docs/README.md", "docs/adr/README.md", "docs/contract/README.md"];

/** Finds pages that no index lists, links to absent files, a README that is too long, and versions that differ. */
export function docsFaults(tree: Tree): string[] {
  const pages = [...tree].filter(([file]) => file.endsWith(".md"));
  const listed = new Set(
    indexes.flatMap((index) => linksOf(index, tree.get(index) ?? "").map(({ target }) => target)),
  );
  const unlisted = pages
    .map(([file]) => file)
    .filter((file) => file.startsWith("docs/") && file !== "docs/README.md" && !listed.has(file));
  const lines = (tree.get("README.md") ?? "").trimEnd().split("\n").length;
  return [
    ...unlisted.map(
      (file) => `${file}: docs/README.md, or the README.md of its folder, does not list this page.`,
    ),
    ...pages.flatMap(([file, text]) => brokenLinks(file, text, tree)),
    ...(lines > README_LINES_MAX ? [`README.md: ${lines} lines, ${README_LINES_MAX} are allowed.`] : []),
    ...versionFaults(tree),
  ];
}

function linksOf(file: string, text: string): { target: string; written: string }[] {
  const plain = text.replaceAll(/^```.*?^```/gms, "").replaceAll(/`[^`\n]*`/g, "");
  return [...plain.matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/g)].map(([, written = ""]) => ({
    written,
    target: path.posix.join(path.posix.dirname(file), written),
  }));
}

/** Links to Markdown files that the tree does not have; it has no pictures and no folders. */
function brokenLinks(file: string, text: string, tree: Tree): string[] {
  return linksOf(file, text)
    .filter(({ target }) => target.endsWith(".md") && !tree.has(target))
    .map(({ written }) => `${file}: links to ${written}, which does not exist.`);
}

/** Compares the version of the newest release in the changelog with that of the package and of the charts. */
function versionFaults(tree: Tree): string[] {
  const newest = /^## (\d+\.\d+\.\d+)/m.exec(tree.get("CHANGELOG.md") ?? "")?.[1];
  const stated: [file: string, pattern: RegExp][] = [
    ["package.json", /"version": "([^"]+)"/],
    ["charts/fleet/Chart.yaml", /^version: (\S+)/m],
    ["charts/fleet/Chart.yaml", /^appVersion: "([^"]+)"/m],
    ["charts/service/Chart.yaml", /^version: (\S+)/m],
  ];
  return stated
    .map(([file, pattern]) => ({ file, version: pattern.exec(tree.get(file) ?? "")?.[1] }))
    .filter(({ version }) => version !== newest)
    .map(({ file, version }) => `${file}: version ${version}, but CHANGELOG.md begins with ${newest}.`);
}

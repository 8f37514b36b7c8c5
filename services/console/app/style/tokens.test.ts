import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

/** Contrast of the tokens, and the rule that other style sheets use them (console.design). */
const folder = import.meta.dirname;
const tokens = readFileSync(path.join(folder, "tokens.css"), "utf8");

type Pair = readonly [light: string, dark: string];
const colors = new Map<string, Pair>(
  [...tokens.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name = "", ...pair]) => [
    name,
    pair as unknown as Pair,
  ]),
);

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.slice(1).match(/../g) ?? []).map((part) => {
    const value = parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function assertContrast(front: string, grounds: readonly string[], least: number): void {
  for (const ground of grounds)
    for (const scheme of [0, 1] as const) {
      const [one, other] = [colors.get(front)?.[scheme], colors.get(ground)?.[scheme]];
      assert.ok(one !== undefined && other !== undefined, `${front} on ${ground}`);
      const found = contrast(one, other);
      const name = `${front} on ${ground}, ${scheme === 0 ? "light" : "dark"}: ${found.toFixed(2)}`;
      assert.ok(found >= least, name);
    }
}

const GROUNDS = ["ground", "side", "card", "raised", "hover"];

test("text has a contrast of 4.5 on every ground, in both schemes", () => {
  for (const text of ["text", "soft", "main", "danger"]) assertContrast(text, GROUNDS, 4.5);
  assertContrast("on-main", ["main", "main-strong"], 4.5);
  assertContrast("main-strong", ["main-ground"], 4.5);
  assertContrast("text", ["main-ground", "added", "removed"], 4.5);
  const tints = [...colors.keys()].flatMap((name) => /^(\w+)-text$/.exec(name)?.[1] ?? []);
  assert.equal(tints.length, 10);
  for (const tint of tints) assertContrast(`${tint}-text`, [`${tint}-ground`], 4.5);
});

test("borders of controls, the focus ring and charts have a contrast of 3, in both schemes", () => {
  for (const edge of ["edge", "main", "danger"]) assertContrast(edge, ["ground", "card", "raised"], 3);
  for (const chart of [1, 2, 3, 4, 5, 6]) assertContrast(`chart-${chart}`, ["card"], 3);
});

test("no style sheet besides the tokens has raw colours, type sizes, spaces and radii", () => {
  const raw =
    /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|light-dark)\(|(?:font-size|border-radius|padding|margin|gap)[\w-]*: [^;]*\d(?:px|rem)/;
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".css") && name !== "tokens.css"))
    for (const [at, line] of readFileSync(path.join(folder, file), "utf8").split("\n").entries())
      assert.doesNotMatch(line.replaceAll(/\/\*.*\*\//g, ""), raw, `${file}:${at + 1}`);
});

import type { Resource as Recorded } from "@jst/changes";
import { resource } from "@jst/resource";
import { baseDeclaration } from "../../gen/resources.ts";
import type { Deps } from "../deps.ts";

/** Knowledge bases of a team, which only grow (knowledge.base). */
export const bases = resource(baseDeclaration)<Deps>({
  texts: "data.lines(t.name, t.description)",
});

const finalBecause = () => "A base only grows, so blocks cannot be removed from it.";

/** Members of bases and blocks that change sets record; a proposed block has no position yet. */
export const recordedBases: Readonly<Record<string, Recorded>> = {
  bases: bases.recorded({ finalBecause }),
  blocks: { table: "data.blocks", noun: "block", scope: "bases", hidden: ["position"], finalBecause },
};

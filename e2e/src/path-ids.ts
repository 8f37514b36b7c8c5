import { registry } from "./registry.ts";

/** Ids of one thing of each kind, by the name that paths give it: "table_id". */
export type Ids = Readonly<Record<string, string>>;

/**
 * Names of every id of a team's own that some path has; what the doors of agents take there are names of tools, what
 * a public path takes belongs to nobody, and no token comes to what is for members alone.
 */
export const pathIds: readonly string[] = [
  ...new Set(
    registry
      .filter(({ door, access }) => door === "rest" && access !== "public" && access !== "member")
      .flatMap(({ bindings }) =>
        bindings.flatMap(({ path }) => [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "")),
      ),
  ),
].sort();

/** What public paths take that is nobody's. */
const ofNobody: Ids = { team: "nobody" };

/** A path template with these ids in place of its variables. */
export function pathOf(template: string, ids: Ids): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => ids[name] ?? ofNobody[name] ?? "");
}

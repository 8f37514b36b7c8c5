import { registry } from "./registry.ts";

/** Ids of one thing of each kind, by the name that paths give it: "table_id". */
export type Ids = Readonly<Record<string, string>>;

/**
 * Names of all ids in paths that belong to a team. It leaves out names of tools, ids of public paths, and paths of
 * signed-in members alone.
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

/** Ids of public paths that name no object. */
const ofNobody: Ids = { team: "nobody" };

/** A path template with these ids in place of its variables. */
export function pathOf(template: string, ids: Ids): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => ids[name] ?? ofNobody[name] ?? "");
}

import { kindOf, useNameOf, type Kind } from "../parts/reference.tsx";
import { APPROVALS } from "../words/approvals.ts";
import type { Changeset } from "./changesets.ts";

/** Members that name what a thing is a part of. */
const WHOLES = ["table_id", "base_id"] as const;

/**
 * Name of the parent that all objects of a change share: the table of columns, the base of blocks. Empty if only a part
 * of the change is known, or the summary has the name.
 */
export function Whole({ of: { operations, operation_count: count, summary } }: { of: Changeset }) {
  if (count > operations.length) return null;
  const images = operations.map(({ before, after }) => (after ?? before) as Record<string, unknown> | null);
  for (const member of WHOLES) {
    const ids = new Set(images.map((image) => image?.[member]));
    const [id] = ids;
    const kind = kindOf(member, id);
    if (ids.size === 1 && typeof id === "string" && kind !== undefined)
      return <Named {...{ kind, id, summary }} />;
  }
  return null;
}

/** Nothing where its name is not known: the thing may be gone, or not there yet. */
function Named({ kind, id, summary }: { kind: Kind; id: string; summary: string }) {
  const name = useNameOf(kind, id);
  return name === undefined || summary.endsWith(APPROVALS.of(name)) ? null : (
    <span className="aside"> {APPROVALS.of(name)}</span>
  );
}

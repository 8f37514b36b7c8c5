import type { Change, Image, Operation } from "./changes.ts";
import { PAGE_BYTES_MAX } from "@jst/query";
import { calledIn, draftOf, shownImage, versionOf, withoutIds } from "./images.ts";
import { resourceOf, type Names, type Resources } from "./resource.ts";

/** Most operations that one answer shows. */
export const OPERATIONS_SHOWN = 200;

/** One operation as an answer shows it (trust.changeset). */
export interface ShownOperation {
  resource: string;
  id?: string;
  op: Operation;
  before: Image | null;
  after: Image | null;
  base_version?: number;
  redacted?: boolean;
}

/** Operations of a changeset that has been executed: as many of the first as an answer holds, in bytes too. */
export function shownOperations(
  resources: Resources,
  changes: readonly Change[],
  names: Names,
): ShownOperation[] {
  const shown: ShownOperation[] = [];
  let bytes = 0;
  for (const change of changes.slice(0, OPERATIONS_SHOWN)) {
    const operation = shownOperation(resources, change, names);
    bytes += Buffer.byteLength(JSON.stringify(operation));
    if (shown.length > 0 && bytes > PAGE_BYTES_MAX) break;
    shown.push(operation);
  }
  return shown;
}

function shownOperation(resources: Resources, change: Change, names: Names): ShownOperation {
  const resource = resourceOf(resources, change.resource);
  const version = versionOf(change.before);
  return {
    resource: change.resource,
    id: change.id,
    op: change.op,
    before: shownImage(resource, change.before, names.before),
    after: shownImage(resource, change.after, names.after),
    ...(version === undefined ? {} : { base_version: version }),
  };
}

/** Operations of a proposal: a row that does not exist yet has no id. */
export function proposedOperations(
  resources: Resources,
  changes: readonly Change[],
  names: Names,
  /** Ids of all that is proposed to be made, where these changes are not all. */
  made: ReadonlySet<string> = new Set(changes.filter(({ op }) => op === "create").map(({ id }) => id)),
): ShownOperation[] {
  const drafts = changes.map((change) =>
    change.op === "create" ? { ...change, after: draftOf(change.after) } : change,
  );
  return shownOperations(resources, drafts, names).map(({ id, ...operation }) => {
    if (operation.op !== "create") return { ...operation, ...(id === undefined ? {} : { id }) };
    return { ...operation, after: withoutIds(operation.after, made) };
  });
}

const VERBS: Record<Operation, string> = { create: "Create", update: "Update", delete: "Delete" };

/** Writes one line for people: "Create contact Ada Lovelace", "Update 3 rows, create 1 column". */
export function summaryOf(resources: Resources, changes: readonly Change[]): string {
  const [only] = changes;
  if (changes.length === 1 && only !== undefined) {
    const { op, resource, before, after } = only;
    return `${VERBS[op]} ${calledIn(resourceOf(resources, resource), after ?? before ?? {})}`;
  }
  const counts = new Map<string, number>();
  for (const { op, resource } of changes)
    counts.set(`${op} ${resource}`, (counts.get(`${op} ${resource}`) ?? 0) + 1);
  const parts = [...counts].map(([key, count]) => {
    const [op = "", resource = ""] = key.split(" ");
    const { noun } = resourceOf(resources, resource);
    return `${op} ${count} ${count === 1 ? noun : `${noun}s`}`;
  });
  const line = parts.join(", ");
  return line.charAt(0).toUpperCase() + line.slice(1);
}

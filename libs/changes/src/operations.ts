import type { Change, Image, Operation } from "./changes.ts";
import { PAGE_BYTES_MAX } from "@jst/query";
import { calledIn, calledWithin, draftOf, shownImage, titleIn, versionOf, withoutIds } from "./images.ts";
import { resourceOf, type Called, type Names, type Resources } from "./resource.ts";

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

/** Names in a summary: `places` are of the things that others are a part of, `values` also of each thing. */
export interface Naming {
  names: Names;
  has: "places" | "values";
  /** Whether the changes are not made yet, so that what they update still has its name of before. */
  isProposed?: boolean;
}

/** Writes one line for people: "Create contact Ada Lovelace", "Create row Ada of Ships", "Update 3 rows of Ships". */
export function summaryOf(resources: Resources, changes: readonly Change[], naming?: Naming): string {
  const [only] = changes;
  if (changes.length === 1 && only !== undefined)
    return `${VERBS[only.op]} ${objectOf(resources, only, naming)}`;
  const groups = Map.groupBy(changes, ({ op, resource }) => `${op} ${resource}`);
  const parts = [...groups].map(([key, group]) => {
    const [op = "", resource = ""] = key.split(" ");
    const { noun } = resourceOf(resources, resource);
    const count = group.length;
    const within = new Set(group.map((change) => calledBy(resources, change, naming)?.within));
    const [place] = within.size === 1 ? within : [];
    const nouns = count === 1 ? noun : `${noun}s`;
    return `${op} ${count} ${calledWithin(nouns, { name: undefined, within: place })}`;
  });
  const line = parts.join(", ");
  return line.charAt(0).toUpperCase() + line.slice(1);
}

function objectOf(resources: Resources, change: Change, naming: Naming | undefined): string {
  const resource = resourceOf(resources, change.resource);
  const called = calledBy(resources, change, naming);
  return called === undefined
    ? calledIn(resource, namingImage(change, naming) ?? {})
    : calledWithin(resource.noun, called);
}

/** Returns the title of what changes, without the noun of its resource; undefined without one. */
export function titleOf(resources: Resources, change: Change, names: Names): string | undefined {
  const called = calledBy(resources, change, { names, has: "values" });
  return called === undefined ? titleIn(change.after ?? change.before ?? {}) : called.name;
}

/** Names of what changes as its resource knows them; undefined where its columns say it, or nothing is named. */
function calledBy(resources: Resources, change: Change, naming: Naming | undefined): Called | undefined {
  const called = resourceOf(resources, change.resource).images?.called;
  const image = namingImage(change, naming);
  if (called === undefined || naming === undefined || image === null) return undefined;
  const { name, within } = called(image, naming.names[image === change.after ? "after" : "before"]);
  return { name: naming.has === "values" ? name : undefined, within };
}

/** Returns the image whose name people know: of what is proposed to change, the present one. */
const namingImage = ({ before, after }: Change, naming: Naming | undefined): Image | null =>
  naming?.isProposed === true ? (before ?? after) : (after ?? before);

import { isDeepStrictEqual } from "node:util";
import type { Change, Image } from "../changes.ts";
import { fieldChanges, shownFields, shownImage, unfolded } from "../images.ts";
import { resourceOf, type Resource, type Resources } from "../resource.ts";
import type { Amount, JudgedOperation } from "./judge.ts";

/** Members that a write gives no value of its own. */
const AUTOMATIC = ["id", "created_at", "updated_at", "created_by", "updated_by", "version"];

/** Columns of a row under other names, or none. */
const UNNAMED = ["team_id", "created_by_type", "created_by_id", "updated_by_type", "updated_by_id"];

/** Returns the changes of a write as rules judge them, in their order. */
export function judgedOperations(resources: Resources, changes: readonly Change[]): JudgedOperation[] {
  const shared: SharedSets = new Map();
  return changes.map((change) => new JudgedChange(resourceOf(resources, change.resource), change, shared));
}

/** Sets of members by their names: the operations of a large write touch the same ones. */
type SharedSets = Map<string, ReadonlySet<string>>;

/** One change; most rules ask for little of it, so the rest is computed for those that ask. */
class JudgedChange implements JudgedOperation {
  readonly #declared: Resource;
  readonly #change: Change;
  readonly #shared: SharedSets;
  #fields: ReadonlySet<string> | undefined;

  constructor(declared: Resource, change: Change, shared: SharedSets) {
    this.#declared = declared;
    this.#change = change;
    this.#shared = shared;
  }

  get resource(): string {
    return this.#change.resource;
  }

  get op(): Change["op"] {
    return this.#change.op;
  }

  get tableId(): string | undefined {
    const { tableColumn: column } = this.#declared;
    const id = column && this.#image?.[column];
    return typeof id === "string" ? id : undefined;
  }

  get fields(): ReadonlySet<string> {
    return (this.#fields ??= this.#sharedSet(touchedFields(this.#declared, this.#change)));
  }

  #sharedSet(fields: readonly string[]): ReadonlySet<string> {
    const key = fields.join();
    const known = this.#shared.get(key) ?? new Set(fields);
    this.#shared.set(key, known);
    return known;
  }

  get amount(): Amount | undefined {
    return this.#image === null ? undefined : this.#declared.amount?.(this.#image);
  }

  get recipients(): number {
    return this.#declared.recipients?.(this.#change) ?? 0;
  }

  get isFinal(): boolean {
    return this.#declared.finalBecause?.(this.#change) !== undefined;
  }

  /** Image that the operation leaves; of a delete, the one that it ends. */
  get #image(): Image | null {
    const { op, before, after } = this.#change;
    return op === "delete" ? before : after;
  }
}

/** Returns the members that differ in an update, and those that are not empty in a create (rules.conditions). */
function touchedFields(resource: Resource, { op, before, after }: Change): readonly string[] {
  if (op === "delete" || after === null) return [];
  const now = membersOf(resource, after);
  const was = before === null || op === "create" ? undefined : membersOf(resource, before);
  const touched = Object.keys(now).filter((name) =>
    was === undefined ? !isEmpty(now[name]) : !isDeepStrictEqual(was[name], now[name]),
  );
  const cells =
    was === undefined
      ? filledCells(resource, after)
      : shownFields(resource, fieldChanges(resource, { before, after }));
  return [...touched, ...cells].filter((name) => !AUTOMATIC.includes(name));
}

/** Returns the members of keyed columns that are not empty, as `data.<column>`. */
function filledCells(resource: Resource, image: Image): string[] {
  const { keyed = [], names = {} } = resource.images ?? {};
  return keyed.flatMap((column) =>
    Object.entries((image[column] ?? {}) as Image)
      .filter(([, value]) => !isEmpty(value))
      .map(([member]) => `${names[column] ?? column}.${member}`),
  );
}

/** Returns the members that a write can touch of a resource whose rows are like this image; cells are in `data`. */
export function touchableFields(resource: Resource, image: Image): string[] {
  const { hidden = [], images } = resource;
  const unnamed = [...UNNAMED, ...hidden, ...(images?.moving ?? [])];
  const columns = Object.keys(unfolded(resource, image)).filter((column) => !unnamed.includes(column));
  const touched = [
    ...Object.keys(membersOf(resource, image)),
    ...columns.map((column) => images?.names?.[column] ?? column),
  ];
  return [...new Set(touched)].filter((name) => !AUTOMATIC.includes(name)).toSorted();
}

function isEmpty(value: unknown): boolean {
  if (value == null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Returns an image with its members as callers know them, each setting of a folded column too. */
function membersOf(resource: Resource, image: Image): Image {
  const { images = {}, hidden = [] } = resource;
  const members = shownImage(resource, image, nothing);
  if (images.folding === undefined) return { ...members };
  const own = Object.entries(unfolded(resource, image)).filter(
    ([column]) => ![...UNNAMED, ...hidden].includes(column),
  );
  return {
    ...Object.fromEntries(own.map(([column, value]) => [images.names?.[column] ?? column, value])),
    ...members,
  };
}

const none: readonly Image[] = [];
/** Answers nothing: no own member of an image follows from what it mentions. */
const nothing = () => none;

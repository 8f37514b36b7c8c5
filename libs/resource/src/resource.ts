import type { Change, Conflict, Resource as Recorded } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import { resourcePage, type CursorCodec, type ListParameters, type ResourceList } from "@jst/query";
import type { Call, Input, Reply } from "@jst/rpc";
import { requireId, requireVersion } from "./conditions.ts";
import type { CommonMembers, Declaration } from "./declaration.ts";
import { listOf } from "./list.ts";
import type { Options, Stored } from "./options.ts";
import { isSameJson } from "./same-json.ts";
import { partsOf, textsOf } from "./sql.ts";
import { Store, type StoredRow } from "./store.ts";
import { formerValues, imagesBefore } from "./undone.ts";
import { initialValues, storedForm } from "./stored-form.ts";

/** A path as handlers get it. */
type Path = Readonly<Record<string, string>>;

/** A patch in its stored form. */
export interface Patch<Values> {
  members: Partial<Values>;
  /** An archived one is to be live afterwards. */
  isRestore?: boolean;
  /** Columns that no caller sees; the patch is a write then, whether or not a member reads otherwise after it. */
  hidden?: Readonly<Record<string, unknown>>;
}

/**
 * A resource of plain members: what its rpcs do where the service says nothing else. Each of `read`, `page`, `create`,
 * `update`, `archive` and `delete` is the body of a handler; the other methods are for handlers that do something else
 * besides.
 */
export class Resource<
  Item extends CommonMembers,
  Values extends object,
  Query extends ListParameters,
  Deps extends { cursors: CursorCodec },
> {
  readonly declaration: Declaration<Item, Values, Query>;
  readonly store: Store<Item>;
  readonly #options: Options<Item, Values, Query, Deps>;
  /** What resourcePage must know to list those of a team. */
  readonly listOf: (teamId: string, query: Query) => ResourceList<Query>;
  readonly #initial: Values;

  constructor(
    declaration: Declaration<Item, Values, Query>,
    options: Options<Item, Values, Query, Deps> = {},
  ) {
    this.declaration = declaration;
    this.#options = options;
    const { table, members, isArchived } = declaration;
    this.store = new Store(table, textsOf(partsOf(declaration, options)), isArchived, options.signal);
    this.listOf = listOf(declaration, this.store.texts.json, options);
    this.#initial = initialValues(members) as Values;
  }

  /** What libs/changes must know of it; what an undo takes back is published like any other write. */
  recorded(more: Partial<Recorded> = {}): Recorded {
    const { table, noun, isArchived, isDeleted } = this.declaration;
    const { hidden, stored } = this.#options;
    return {
      table,
      noun,
      ...(hidden === undefined ? {} : { hidden }),
      ...(stored === undefined ? {} : { afterUndo: (tx, changes) => this.publishUndone(tx, changes) }),
      ...(isArchived ? { deletedAt: "archived_at" as const } : {}),
      ...(isDeleted ? { deletedAt: "deleted_at" as const } : {}),
      ...more,
    };
  }

  /** Answers one, archived or not; 304 when the caller already has this version. */
  readonly read = async ({ path }: Input<Path, unknown, unknown>, call: Call<Deps>): Promise<Reply> => {
    const id = requireId(path[this.declaration.id]);
    const [row] = await call.read<StoredRow>(this.store.find(call.caller.team_id, id));
    if (row === undefined) throw notFound();
    const reply = this.reply(row);
    return call.isKnown(row.version) ? { ...reply, status: 304 } : reply;
  };

  /** Answers one page of the team's; its JSON is PostgreSQL's, passed through. */
  readonly page = async ({ query }: Input<unknown, Query, unknown>, call: Call<Deps>): Promise<Reply> => ({
    body: await resourcePage(this.listOf(call.caller.team_id, query), query, call),
  });

  /** Stores a new one. */
  readonly create = async ({ body }: Input<unknown, unknown, object>, call: Call<Deps>): Promise<Reply> => {
    const next = this.draft(body);
    await this.check(next, call);
    return this.#refusing(call, () => call.write((tx) => this.insert(tx, next, call, this.#isAlone)));
  };

  /** Merges the patch into one, or restores it; one that reads as before is not written. */
  readonly update = async (
    { path, body }: Input<Path, unknown, object>,
    call: Call<Deps>,
  ): Promise<Reply> => {
    const patch = this.patchOf(body);
    await this.check(patch.members, call);
    const id = requireId(path[this.declaration.id]);
    return this.#refusing(call, () =>
      call.write((tx) => this.apply(tx, id, patch, call.ifMatch, this.#isAlone)),
    );
  };

  /** Archives one; archiving again changes nothing. */
  readonly archive = ({ path }: Input<Path, unknown, unknown>, call: Call<Deps>): Promise<Reply> => {
    const id = requireId(path[this.declaration.id]);
    return call.write(async (tx) => {
      const archived = await this.store.archive(tx, id, call.ifMatch);
      if (archived === undefined) return this.#isArchivedAlready(tx, id, call.ifMatch);
      this.#options.stored?.(tx, archived, { archived_at: null } as Partial<Item>);
      return { body: { id: archived.id, archived_at: archived.archived_at } };
    });
  };

  /** Deletes one; another time there is none. */
  readonly delete = ({ path }: Input<Path, unknown, unknown>, call: Call<Deps>): Promise<Reply> => {
    const id = requireId(path[this.declaration.id]);
    return call.write((tx) => this.take(tx, id, call.ifMatch));
  };

  /** The members of a body in their stored form; throws validation_failed with every refused one. */
  storedForm(body: object): Partial<Values> {
    const { noun, members } = this.declaration;
    return storedForm(noun, members, body, this.#options.normalise ?? {}) as Partial<Values>;
  }

  /** Asks other services about what these members name, before a write of them begins. */
  async check(members: Partial<Values>, call: Call<Deps>): Promise<void> {
    await this.#options.check?.(members, call);
  }

  /** What a body of New* describes, as it would be stored. */
  draft(body: object): Stored<Values> {
    const members = this.storedForm(body);
    return this.completed({ ...this.#initial, ...members }, members);
  }

  /** A body of *Patch as a patch. */
  patchOf(body: object): Patch<Values> {
    const { archived, action } = body as { archived?: unknown; action?: unknown };
    return { members: this.storedForm(body), isRestore: archived === false || action === "restore" };
  }

  /** What is stored after `given` was merged into what there was; the service may add to it or refuse it. */
  completed(merged: object, given: Partial<Values>, before?: Stored<Item>): Stored<Values> {
    const next = merged as Stored<Values>;
    return this.#options.complete?.(next, given, before) ?? next;
  }

  /** Stores a new one in a write that is under way, as its last statement where `isLast`; answers its Location. */
  async insert(
    tx: TeamTx,
    next: Stored<Values>,
    call: Pick<Call<Deps>, "baseUrl">,
    isLast = false,
  ): Promise<Reply> {
    const { within, stored } = this.#options;
    await within?.(tx, next, undefined);
    const row = await this.#storing(next, () => this.store.insert(tx, next, isLast));
    stored?.(tx, row, undefined);
    return this.reply(row, { location: `${call.baseUrl}${this.declaration.path}/${row.id}` });
  }

  /**
   * Applies a patch in a write that is under way, as its last statement where `isLast`. Throws not_found or
   * version_conflict.
   */
  async apply(
    tx: TeamTx,
    id: string,
    patch: Patch<Values>,
    ifMatch: number | undefined,
    isLast = false,
  ): Promise<Reply> {
    const locked = await this.store.lock(tx, id);
    if (locked === undefined) throw notFound();
    const { item } = locked;
    requireVersion(this.declaration.noun, item.version, ifMatch);
    const before = { ...item, ...locked.hidden };
    const next = this.completed({ ...before, ...patch.members, ...patch.hidden }, patch.members, before);
    const isRestored = patch.isRestore === true && typeof item.archived_at === "string";
    const changed = [...this.#changed(item, next), ...(isRestored ? ["archived_at"] : [])] as (keyof Item)[];
    if (changed.length === 0 && patch.hidden === undefined)
      return {
        ...this.reply({ version: item.version, body: item as unknown as Record<string, unknown> }),
        isUnchanged: true,
      };
    const { within, stored } = this.#options;
    await within?.(tx, next, before);
    const as = { isLast, staysArchived: !isRestored };
    const row = await this.#storing(next, () => this.store.update(tx, id, next, as));
    stored?.(tx, row, Object.fromEntries(changed.map((name) => [name, item[name]])) as Partial<Item>);
    return this.reply(row);
  }

  /** Deletes one in a write that is under way. Throws not_found or version_conflict. */
  async take(tx: TeamTx, id: string, ifMatch: number | undefined): Promise<Reply> {
    const deleted = await this.store.delete(tx, id, ifMatch);
    if (deleted !== undefined) return { body: { id: deleted.id, deleted_at: deleted.deleted_at } };
    const [row] = await tx.query<StoredRow>(this.store.find(tx.context.teamId, id));
    if (row === undefined) throw notFound();
    requireVersion(this.declaration.noun, row.version, ifMatch);
    throw new Error("A row that is there and has the asked version was not deleted.");
  }

  /** Publishes each row that an undo took back, with what was there before the undo. */
  async publishUndone(tx: TeamTx, changes: readonly Change[]): Promise<readonly Conflict[]> {
    const before = imagesBefore(changes);
    for (const row of await this.store.findMany(tx, [...before.keys()])) {
      const item = JSON.parse(row.body) as Record<string, unknown>;
      const previous = formerValues(this.declaration, before.get(row.id) ?? {}, item);
      this.#options.stored?.(tx, row, previous as Partial<Item>);
    }
    return [];
  }

  /** One as a reply, its version as ETag. */
  reply(
    { body, version }: Pick<Reply, "body"> & { version: number },
    headers: Record<string, string> = {},
  ): Reply {
    return { body, headers: { ...headers, etag: `"${version}"` } };
  }

  /** Names of the members that read otherwise after a write. */
  #changed(before: Item, next: Stored<Values>): string[] {
    const shown = before as Readonly<Record<string, unknown>>;
    const after = next as Readonly<Record<string, unknown>>;
    return this.declaration.members
      .filter(({ name, isWritable }) => isWritable === true && !isSameJson(shown[name], after[name]))
      .map(({ name }) => name);
  }

  /** Why nothing was archived: there is none, it has another version, or it is archived already. */
  async #isArchivedAlready(tx: TeamTx, id: string, ifMatch: number | undefined): Promise<Reply> {
    const [row] = await tx.query<StoredRow>(this.store.find(tx.context.teamId, id));
    if (row === undefined) throw notFound();
    requireVersion(this.declaration.noun, row.version, ifMatch);
    const { archived_at } = JSON.parse(row.body) as CommonMembers;
    return { body: { id: row.id, archived_at }, isUnchanged: true };
  }

  /** True when storing the row is all that a write does: its commit goes along with it. */
  get #isAlone(): boolean {
    return this.#options.stored === undefined;
  }

  #storing<Row>(next: Stored<Values>, statement: () => Promise<Row>): Promise<Row> {
    const { storing } = this.#options;
    return storing === undefined ? statement() : storing(next, statement);
  }

  #refusing(call: Call<Deps>, write: () => Promise<Reply>): Promise<Reply> {
    const { refusing } = this.#options;
    return refusing === undefined ? write() : refusing(call, write);
  }
}

/** The resource of a declaration and of what is special about it, for a service whose handlers get `Deps`. */
export function resource<Item extends CommonMembers, Values extends object, Query extends ListParameters>(
  declaration: Declaration<Item, Values, Query>,
) {
  return <Deps extends { cursors: CursorCodec }>(
    options: Options<Item, Values, Query, Deps> = {},
  ): Resource<Item, Values, Query, Deps> => new Resource(declaration, options);
}

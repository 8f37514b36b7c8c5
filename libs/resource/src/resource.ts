import type { Change, Conflict, Resource as Recorded } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import { resourcePage, type CursorCodec, type ListParameters, type ResourceList } from "@jst/query";
import type { Call, Input, Reply } from "@jst/rpc";
import { recordedOf } from "./recorded.ts";
import { requireAlone, restoredEnd } from "./restored-end.ts";
import { requireId, requireVersion } from "./conditions.ts";
import type { CommonMembers, Declaration } from "./declaration.ts";
import { listOf } from "./list.ts";
import { requireOpen, requireTransitions } from "./transitions.ts";
import { readVersion, revisionsOf, type RevisionsQuery } from "./revisions.ts";
import { slugsOf, type Slugs } from "./slugs.ts";
import type { Options, Patch, Path, Stored } from "./options.ts";
import { changedMembers, formerValues } from "./changed-members.ts";
import { endOf, GIVEN, jsonOf, partsOf, textsOf } from "./sql.ts";
import { deletedBody, flaggedDeleted, Store, type StoredRow } from "./store.ts";
import { publishing } from "./undone.ts";
import { initialValues, storedForm } from "./stored-form.ts";

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
  /** Publishes each row that an undo took back, with what was there before the undo. */
  readonly publishUndone: (tx: TeamTx, changes: readonly Change[]) => Promise<readonly Conflict[]>;
  readonly #initial: Values;
  readonly #slugs: Slugs | undefined;

  constructor(
    declaration: Declaration<Item, Values, Query>,
    options: Options<Item, Values, Query, Deps> = {},
  ) {
    this.declaration = declaration;
    this.#options = options;
    const { table, members } = declaration;
    const parts = partsOf(declaration, options);
    this.store = new Store(table, textsOf(parts), endOf(declaration) !== undefined, options.signal);
    const listed = { ...parts, members: members.filter(({ isDetail }) => isDetail !== true) };
    this.listOf = listOf(declaration, jsonOf(listed), options);
    this.#slugs = slugsOf(declaration);
    this.publishUndone = publishing(declaration, this.store, options.stored);
    this.#initial = initialValues(members) as Values;
  }

  /** What libs/changes must know of it; what an undo takes back is published like any other write. */
  recorded(more: Partial<Recorded> = {}): Recorded {
    const { hidden } = partsOf(this.declaration, this.#options);
    const settle = this.#isAlone ? undefined : this.publishUndone;
    return recordedOf(this.declaration, { hidden, slugs: this.#slugs, settle }, more);
  }

  /** Answers one, also an ended one, or as the version of the query left it; 304 where the caller has that already. */
  readonly read = async (
    { path, query }: Input<Path, unknown, unknown>,
    call: Call<Deps>,
  ): Promise<Reply> => {
    const [now, { version }] = [await this.found(path, call), (query ?? {}) as { version?: number }];
    const row = version === undefined ? now : await this.#former(now.id, version, call);
    const reply = this.reply(row);
    return call.isKnown(row.version) ? { ...reply, status: 304 } : reply;
  };

  /** Answers one page of the team's; its JSON is PostgreSQL's, passed through. */
  readonly page = async ({ query }: Input<unknown, Query, unknown>, call: Call<Deps>): Promise<Reply> => ({
    body: await resourcePage(this.listOf(call.caller.team_id, query), query, call),
  });

  /** Answers the revisions of one, or one as a version left it (conventions.revisions). */
  readonly revisions = async (
    { path, query }: Input<Path, RevisionsQuery, unknown>,
    call: Call<Deps>,
  ): Promise<Reply> => {
    const { id } = await this.found(path, call);
    const { version } = query;
    if (version !== undefined) return { body: (await this.#former(id, version, call)).body };
    return { body: await resourcePage(revisionsOf(this.declaration, call.caller.team_id, id), query, call) };
  };

  /** Stores a new one. */
  readonly create = async ({ body }: Input<unknown, unknown, object>, call: Call<Deps>): Promise<Reply> => {
    const next = this.draft(body, this.#options.defaults?.(call));
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
    const named = this.#named(path);
    return this.#refusing(call, () =>
      call.write(async (tx) =>
        this.apply(tx, await this.store.idOf(tx, named), patch, call.ifMatch, this.#isAlone),
      ),
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

  /** Deletes one; another time there is none, or nothing changes where it can be restored or is over. */
  readonly delete = ({ path }: Input<Path, unknown, unknown>, call: Call<Deps>): Promise<Reply> => {
    const { finalStatus } = this.declaration;
    if (finalStatus !== undefined)
      return this.update({ path, query: {}, body: { status: finalStatus } }, call);
    const named = this.#named(path);
    return call.write(async (tx) => this.take(tx, await this.store.idOf(tx, named), call.ifMatch));
  };

  /** Deletes one as `delete` does, and answers platform.v1.Deleted. */
  readonly deleteFlagged = ({ path }: Input<Path, unknown, unknown>, call: Call<Deps>): Promise<Reply> =>
    call.write(async (tx) =>
      flaggedDeleted(await this.take(tx, await this.store.idOf(tx, this.#named(path)), call.ifMatch)),
    );

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
  draft(body: object, defaults: Partial<Values> = {}): Stored<Values> {
    const members = this.storedForm(body);
    const next = this.completed({ ...this.#initial, ...defaults, ...members }, members);
    return this.declaration.isRevised === true ? { ...next, [GIVEN]: Object.keys(members) } : next;
  }

  /** A body of *Patch as a patch. */
  patchOf(body: object): Patch<Values> {
    const { archived, action } = body as { archived?: unknown; action?: unknown };
    if (this.declaration.isRestorable === true && action !== undefined) requireAlone(body);
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
    const named = { ...next, ...(await this.#slugs?.complete(tx, next)) };
    await within?.(tx, named, undefined);
    const row = await this.#storing(named, () => this.store.insert(tx, named, isLast));
    stored?.(tx, row, undefined);
    const { id, path } = this.declaration;
    // A path that names it by its slug is told with the slug.
    const name = id === this.#slugs?.member ? String((named as Record<string, unknown>)[id]) : row.id;
    return this.reply(row, { location: `${call.baseUrl}${path}/${name}` });
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
    const slugs = this.#slugs;
    // Before the row is locked, as an undo does.
    if (slugs?.isMovedBy(patch) === true) await slugs.hold(tx);
    const locked = await this.store.lock(tx, id);
    if (locked === undefined) throw notFound();
    const { item } = locked;
    const end = restoredEnd(this.declaration, locked, patch, ifMatch);
    const before = { ...item, ...locked.hidden };
    const next = this.completed({ ...before, ...patch.members, ...patch.hidden }, patch.members, before);
    const changed = [
      ...changedMembers(this.declaration, item, next),
      ...(end === undefined ? [] : [end]),
    ] as (keyof Item)[];
    if (changed.length === 0 && patch.hidden === undefined)
      return {
        ...this.reply({ version: item.version, body: item as unknown as Record<string, unknown> }),
        isUnchanged: true,
      };
    const { within, stored, transitions = {} } = this.#options;
    requireOpen(this.declaration, before, next);
    requireTransitions(this.declaration.noun, transitions, before, next);
    if (slugs?.isMovedBy(patch) === true) await slugs.requireFree(tx, next, id);
    await within?.(tx, next, before);
    const as = { isLast, staysEnded: end === undefined };
    const row = await this.#storing(next, () => this.store.update(tx, id, next, as));
    stored?.(tx, row, formerValues(this.declaration, item, changed, row));
    return this.reply(row);
  }

  /** Deletes one in a write that is under way; again changes nothing where it can be restored. Throws as `apply`. */
  async take(tx: TeamTx, id: string, ifMatch: number | undefined): Promise<Reply> {
    const deleted = await this.store.delete(tx, id, ifMatch);
    if (deleted !== undefined) return { body: deletedBody(deleted) };
    const [row] = await tx.query<StoredRow>(this.store.find(tx.context.teamId, id));
    if (row === undefined) throw notFound();
    requireVersion(this.declaration.noun, row.version, ifMatch);
    const gone = await this.store.deleted(tx, id);
    if (gone === undefined) throw new Error("A row that is there and has the asked version was not deleted.");
    return { body: deletedBody(gone), isUnchanged: true };
  }

  /** One as a reply, its version as ETag. */
  reply(
    { body, version }: Pick<Reply, "body"> & { version: number },
    headers: Record<string, string> = {},
  ): Reply {
    return { body, headers: { ...headers, etag: `"${version}"` } };
  }

  /** What a path names: an id, or a slug where it has one; not_found for what cannot be either. */
  #named(path: Path): string {
    const named = path[this.declaration.id];
    return this.#slugs === undefined ? requireId(named) : (named ?? "");
  }

  /** The one that a path names; throws not_found. */
  async found(path: Path, call: Call<Deps>): Promise<StoredRow> {
    const [row] = await call.read<StoredRow>(this.store.findNamed(call.caller.team_id, this.#named(path)));
    if (row === undefined) throw notFound();
    return row;
  }

  /** One as a version left it; not_found where it never had that version. */
  #former(id: string, version: number, call: Call<Deps>): Promise<StoredRow> {
    const of = { teamId: call.caller.team_id, id, version };
    return readVersion(this.declaration, this.store.texts.json, of, (statement) => call.read(statement));
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

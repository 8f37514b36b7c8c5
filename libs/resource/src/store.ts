import { one, type Row, type Signal, type Statement, type TeamTx } from "@jst/db";
import type { Image } from "@jst/changes";
import type { CommonMembers, DeclaredFacts } from "./declaration.ts";
import type { ResourceEvents, WriteEvents } from "./events.ts";
import { isUuid, type Reply } from "@jst/rpc";
import { requireId } from "./conditions.ts";
import { endOf, type Texts } from "./sql.ts";

/** A resource as a reply: its version for the ETag, and its JSON as PostgreSQL wrote it. */
export interface StoredRow extends Row {
  id: string;
  version: number;
  body: string;
}

/** A row that has just been archived. */
export interface ArchivedRow extends StoredRow {
  archived_at: string;
  /** The row as it was. */
  former: CommonMembers;
}

/** A row that has just been deleted. */
export interface DeletedRow extends StoredRow {
  deleted_at: string;
  /** The row as it was. */
  former: CommonMembers;
  /** Only of one that can be restored. */
  restorable_until?: string;
}

/** Stored row of a resource, with the columns that no caller sees. */
export interface Locked<Item> {
  item: Item;
  hidden: Record<string, unknown>;
  /** False for one that was deleted too long ago to be restored. */
  isRestorable: boolean;
}

/** How a row is stored. */
export interface StoreOptions {
  /** Its transaction ends with it. */
  isLast?: boolean;
  /** Events that the same statement stores. */
  events?: WriteEvents;
}

/** Makes the body of a deletion. */
export function deletedBody({ id, deleted_at, restorable_until }: DeletedRow): Record<string, unknown> {
  return { id, deleted_at, ...(restorable_until === undefined ? {} : { restorable_until }) };
}

/** A reply of a deletion as platform.v1.Deleted has it. */
export function flaggedDeleted(reply: Reply): Reply {
  return { ...reply, body: { id: (reply.body as { id: string }).id, deleted: true } };
}

/** No text of the database has a NUL, so what has one names nothing. */
export function namedValues(teamId: string, named: string): unknown[] {
  return [teamId, isUuid(named) ? named : null, named.includes("\0") ? "" : named];
}

/** The statements of one resource, each under the team of its transaction. */
export class Store<Item extends CommonMembers> {
  readonly texts: Texts;
  readonly #table: string;
  /** One that was archived or deleted can be restored. */
  readonly #canReturn: boolean;
  /** Rings when a row was stored. */
  readonly #signal: { signal?: Signal };
  readonly #events: ResourceEvents;

  constructor(facts: DeclaredFacts, texts: Texts, events: ResourceEvents, signal: Signal | undefined) {
    this.texts = texts;
    this.#table = facts.table;
    this.#canReturn = endOf(facts) !== undefined;
    this.#events = events;
    this.#signal = signal === undefined ? {} : { signal };
  }

  /** Reads one, archived or not, deleted or not where it can be restored. */
  find(teamId: string, id: string): Statement {
    return { name: `${this.#table}.find`, text: this.texts.find, values: [teamId, id] };
  }

  /** Reads the one that a path names: by its id, or by its slug where it has one. */
  findNamed(teamId: string, named: string): Statement {
    const { findNamed } = this.texts;
    if (findNamed === undefined) return this.find(teamId, requireId(named));
    return { name: `${this.#table}.find_named`, text: findNamed, values: namedValues(teamId, named) };
  }

  /** The id of the one that a path names; not_found where a slug names none. */
  async idOf(tx: TeamTx, named: string): Promise<string> {
    const { findId } = this.texts;
    if (findId === undefined) return requireId(named);
    const values = namedValues(tx.context.teamId, named);
    const [row] = await tx.query<{ id: string | null }>({
      name: `${this.#table}.find_id`,
      text: findId,
      values,
    });
    return requireId(row?.id ?? undefined);
  }

  /** Reads several within a write, in the order of their ids. */
  findMany(tx: TeamTx, ids: readonly string[]): Promise<StoredRow[]> {
    const values = [tx.context.teamId, ids];
    return tx.query<StoredRow>({ name: `${this.#table}.find_many`, text: this.texts.findMany, values });
  }

  /** Reads one that no other transaction may write until this one ends; undefined when the team has none. */
  async lock(tx: TeamTx, id: string): Promise<Locked<Item> | undefined> {
    const statement = { name: `${this.#table}.lock`, text: this.texts.lock, values: [tx.context.teamId, id] };
    const [row] = await tx.query<{
      item: Item;
      hidden?: Record<string, unknown>;
      isRestorable?: boolean | null;
    }>(statement);
    return row && { item: row.item, hidden: row.hidden ?? {}, isRestorable: row.isRestorable ?? false };
  }

  /** Stores a new one, with its id if the values have one. */
  insert(tx: TeamTx, values: object, options: StoreOptions = {}): Promise<StoredRow> {
    const { teamId, actorType, actorId } = tx.context;
    const parameters = [teamId, values, actorType, actorId];
    return this.#one(
      tx,
      { name: `${this.#table}.insert`, text: this.texts.insert, values: parameters },
      options,
    );
  }

  /** Stores the next state of a locked one, which stays archived or deleted where it is when `staysEnded`. */
  update(
    tx: TeamTx,
    id: string,
    values: object,
    { staysEnded, ...options }: StoreOptions & { staysEnded: boolean },
  ): Promise<StoredRow> {
    const parameters = [tx.context.teamId, id, values, ...(this.#canReturn ? [staysEnded] : [])];
    return this.#one(
      tx,
      { name: `${this.#table}.update`, text: this.texts.update, values: parameters },
      options,
    );
  }

  /** Archives a live one that has the given version (any when undefined); undefined when there is none. */
  async archive(tx: TeamTx, id: string, version: number | undefined): Promise<ArchivedRow | undefined> {
    const values = [tx.context.teamId, id, version ?? null];
    return (
      await tx.query<ArchivedRow>({ name: `${this.#table}.archive`, text: this.texts.archive, values })
    )[0];
  }

  /** Deletes one that is there and has the given version (any when undefined); undefined when there is none. */
  async delete(tx: TeamTx, id: string, version: number | undefined): Promise<DeletedRow | undefined> {
    const values = [tx.context.teamId, id, version ?? null];
    const statement = { name: `${this.#table}.delete`, text: this.texts.delete, values };
    return (await tx.query<DeletedRow>(statement))[0];
  }

  /** Returns rows as the API shows them by their images, such as those before an undo; by their ids. */
  async shownImages(tx: TeamTx, images: readonly Image[]): Promise<ReadonlyMap<string, Item>> {
    if (images.length === 0) return new Map();
    const text = `select t.id, ${this.texts.json} as item from jsonb_populate_recordset(null::${this.#table}, $1) t`;
    const values = [JSON.stringify(images)];
    const rows = await tx.query<{ id: string; item: Item }>({
      name: `${this.#table}.shown_images`,
      text,
      values,
    });
    return new Map(rows.map(({ id, item }) => [id, item]));
  }

  /** When one was deleted, and until when it can be restored; undefined where it is not deleted, or gone for good. */
  async deleted(tx: TeamTx, id: string): Promise<DeletedRow | undefined> {
    const { findDeleted } = this.texts;
    if (findDeleted === undefined) return undefined;
    const statement = {
      name: `${this.#table}.find_deleted`,
      text: findDeleted,
      values: [tx.context.teamId, id],
    };
    return (await tx.query<DeletedRow>(statement))[0];
  }

  async #one(tx: TeamTx, statement: Statement, { isLast = false, events }: StoreOptions): Promise<StoredRow> {
    const own = { ...statement, ...this.#signal };
    const ringing = events === undefined ? own : this.#events.stored(own, tx, events);
    return one(await (isLast ? tx.last<StoredRow>(ringing) : tx.query<StoredRow>(ringing)));
  }
}

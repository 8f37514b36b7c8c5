import { one, type Row, type Signal, type Statement, type TeamTx } from "@jst/db";
import type { CommonMembers } from "./declaration.ts";
import { isUuid, type Reply } from "@jst/rpc";
import { requireId } from "./conditions.ts";
import type { Texts } from "./sql.ts";

/** A resource as a reply: its version for the ETag, and its JSON as PostgreSQL wrote it. */
export interface StoredRow extends Row {
  id: string;
  version: number;
  body: string;
}

/** A row that has just been archived. */
export interface ArchivedRow extends StoredRow {
  archived_at: string;
}

/** A row that has just been deleted. */
export interface DeletedRow extends StoredRow {
  deleted_at: string;
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

  constructor(table: string, texts: Texts, canReturn: boolean, signal: Signal | undefined) {
    this.texts = texts;
    this.#table = table;
    this.#canReturn = canReturn;
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

  /** Stores a new one, with its id if the values have one; as the last thing of its transaction where `isLast`. */
  insert(tx: TeamTx, values: object, isLast: boolean): Promise<StoredRow> {
    const { teamId, actorType, actorId } = tx.context;
    const parameters = [teamId, values, actorType, actorId];
    return this.#one(
      tx,
      { name: `${this.#table}.insert`, text: this.texts.insert, values: parameters },
      isLast,
    );
  }

  /** Stores the next state of a locked one, which stays archived or deleted where it is when `staysEnded`. */
  update(
    tx: TeamTx,
    id: string,
    values: object,
    { isLast, staysEnded }: { isLast: boolean; staysEnded: boolean },
  ): Promise<StoredRow> {
    const parameters = [tx.context.teamId, id, values, ...(this.#canReturn ? [staysEnded] : [])];
    return this.#one(
      tx,
      { name: `${this.#table}.update`, text: this.texts.update, values: parameters },
      isLast,
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

  async #one(tx: TeamTx, statement: Statement, isLast: boolean): Promise<StoredRow> {
    const ringing = { ...statement, ...this.#signal };
    return one(await (isLast ? tx.last<StoredRow>(ringing) : tx.query<StoredRow>(ringing)));
  }
}

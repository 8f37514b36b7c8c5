import type { Conflict, Image } from "@jst/changes";
import { isConstraint, type Statement, type TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Call, Reply } from "@jst/rpc";
import type { DeclaredFacts } from "./declaration.ts";

const ATTEMPTS = 3;

/** Unique index that refuses a value because another one of the team has it. */
export interface Refusal {
  /** Member that has the value. */
  field: string;
  /** SQL that is true if the row `h` has the value of the row `u`; a write gives of `u` the field alone. */
  holds: string;
  /** Makes the answer to a write; `holder` is the id of the one that has the value. */
  refuse: (holder: string, cause: unknown) => AppError;
}

/** Refusals of a resource by the name of the index; one without an answer is only run again. */
export type DeclaredRefusals = Readonly<Record<string, Refusal | "repeat">>;

/** A write that would give two resources one value. Nothing of it was stored. */
class ValueTaken extends Error {
  readonly refusal: Refusal | "repeat";
  readonly value: unknown;

  constructor(refusal: Refusal | "repeat", value: unknown, cause: unknown) {
    super("another one has the value", { cause });
    this.refusal = refusal;
    this.value = value;
  }
}

/** Refusals of the database that a resource declares: how a write answers them, and an undo. */
export class Refusals {
  readonly #facts: DeclaredFacts;
  readonly #declared: DeclaredRefusals;

  constructor(facts: DeclaredFacts, declared: DeclaredRefusals = {}) {
    this.#facts = facts;
    this.#declared = declared;
  }

  get isEmpty(): boolean {
    return Object.keys(this.#declared).length === 0;
  }

  /** Runs the statement that stores a row; a declared refusal is recognised by the name of its index. */
  async storing<Row>(next: object, statement: () => Promise<Row>): Promise<Row> {
    try {
      return await statement();
    } catch (error) {
      const refusal = this.#refusalOf(error);
      if (refusal === undefined) throw error;
      const value = refusal === "repeat" ? null : (next as Record<string, unknown>)[refusal.field];
      throw new ValueTaken(refusal, value, error);
    }
  }

  /**
   * Runs a write and answers a declared refusal with the id of the holder, which is read after the rollback. If the
   * holder has given the value up meanwhile, the write runs again.
   */
  async answering<Deps>(call: Call<Deps>, write: () => Promise<Reply>): Promise<Reply> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof ValueTaken) || error.refusal === "repeat") throw error;
        const { refusal, value, cause } = error;
        const wanted = [{ [refusal.field]: value }];
        const [taken] = await call.read<Taken>(this.#holders(call.caller.team_id, refusal, wanted));
        if (taken !== undefined) throw refusal.refuse(taken.holder, cause);
        if (attempt < ATTEMPTS) continue;
        const detail = "Other requests kept changing the same value. Try again.";
        throw new AppError("unavailable", detail, { cause });
      }
    }
  }

  /** Runs a write again if another one has stored the value of `field`, or of any, meanwhile: a repeat finds it. */
  async repeating<Result>(write: () => Promise<Result>, field?: string): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof ValueTaken) || attempt === ATTEMPTS) throw error;
        if (field !== undefined && error.refusal !== "repeat" && error.refusal.field !== field) throw error;
      }
    }
  }

  /** Finds the rows of an undo that would bring a value back while another one has it, as conflicts. */
  readonly findRefused = async (
    tx: TeamTx,
    error: unknown,
    rows: readonly Image[],
  ): Promise<readonly Conflict[]> => {
    const refusal = this.#refusalOf(error);
    if (refusal === undefined || refusal === "repeat") return [];
    const { name: resource, noun } = this.#facts;
    const { field } = refusal;
    const shared = await tx.query<Taken>(this.#holders(tx.context.teamId, refusal, rows));
    return shared.map(({ id, holder }) => ({
      resource,
      id,
      fields: [field],
      reason: `The ${noun} ${holder} already has this ${field}.`,
    }));
  };

  #refusalOf(error: unknown): Refusal | "repeat" | undefined {
    return Object.entries(this.#declared).find(([index]) => isConstraint(error, index))?.[1];
  }

  #holders(teamId: string, { field, holds }: Refusal, rows: readonly object[]): Statement {
    const { table } = this.#facts;
    const text = `select u.id, h.id as holder from jsonb_populate_recordset(null::${table}, $2::jsonb) u
join ${table} h on h.team_id = $1 and h.id is distinct from u.id and ${holds}
order by u.id, h.id`;
    return { name: `${table}.holders.${field}`, text, values: [teamId, JSON.stringify(rows)] };
  }
}

/** A wanted row by its id, and the one that has its value. */
interface Taken extends Record<string, unknown> {
  id: string;
  holder: string;
}

/** Makes the refusal of a name that another live one of the team has: 409 name_taken. */
export const uniqueName = (noun: string): Refusal => ({
  field: "name",
  holds: "h.deleted_at is null and h.name = u.name",
  refuse: (existing_id, cause) => {
    const detail = `Another ${noun} of the team has this name. Choose another name.`;
    return new AppError("name_taken", detail, { extension: { existing_id }, cause });
  },
});

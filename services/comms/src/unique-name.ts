import type { Conflict, Image } from "@jst/changes";
import { isConstraint, type TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Call, Reply } from "@jst/rpc";

/** Table whose names are unique among the live rows of a team. */
export interface NamedTable {
  /** As changesets name it. */
  resource: string;
  table: string;
  /** Unique index over team_id and name of the live rows. */
  index: string;
  noun: string;
}

/** Names that the database keeps apart: a clash is 409 name_taken, and a conflict where an undo would bring one. */
export class UniqueName {
  readonly #of: NamedTable;

  constructor(of: NamedTable) {
    this.#of = of;
  }

  /** Runs the statement that stores the row; the name that it cannot have is remembered for `refusing`. */
  readonly storing = async <Row>(next: { name: string }, statement: () => Promise<Row>): Promise<Row> => {
    try {
      return await statement();
    } catch (error) {
      if (isConstraint(error, this.#of.index)) throw new NameTaken(next.name, error);
      throw error;
    }
  };

  /** Runs a write and answers a clash with name_taken, naming who has the name where that is still known. */
  readonly refusing = async <Deps>(call: Call<Deps>, write: () => Promise<Reply>): Promise<Reply> => {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof NameTaken)) throw error;
      const [holder] = await call.read<{ id: string }>(this.#holder(call.caller.team_id, error.takenName));
      const detail = `Another ${this.#of.noun} of the team has this name. Choose another one.`;
      const extension = holder === undefined ? {} : { existing_id: holder.id };
      throw new AppError("name_taken", detail, { extension, cause: error });
    }
  };

  /** Rows whose names an undo would bring back while another has them, as conflicts. */
  readonly findRefused = async (
    tx: TeamTx,
    refusal: unknown,
    rows: readonly Image[],
  ): Promise<readonly Conflict[]> => {
    const { resource, table, index, noun } = this.#of;
    if (!isConstraint(refusal, index)) return [];
    const shared = await tx.query<{ id: string; holder: string }>({
      text: `select r.id, t.id as holder
        from unnest($2::uuid[], $3::text[]) as r(id, name)
        join ${table} t on t.team_id = $1 and t.name = r.name and t.id <> r.id and t.deleted_at is null`,
      values: [tx.context.teamId, rows.map((row) => row["id"]), rows.map((row) => row["name"])],
    });
    return shared.map(({ id, holder }) => ({
      resource,
      id,
      fields: ["name"],
      reason: `The ${noun} ${holder} has this name.`,
    }));
  };

  #holder(teamId: string, name: string) {
    const { table } = this.#of;
    return {
      name: `${table}.name_holder`,
      text: `select t.id from ${table} t where t.team_id = $1 and t.name = $2 and t.deleted_at is null`,
      values: [teamId, name],
    };
  }
}

/** A write that would give two live ones of a team one name. Nothing of it was stored. */
class NameTaken extends Error {
  readonly takenName: string;

  constructor(takenName: string, cause: unknown) {
    super("the name belongs to another", { cause });
    this.takenName = takenName;
  }
}

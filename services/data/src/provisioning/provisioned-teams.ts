import { type Database, isConstraint, type TeamContext } from "@jst/db";
import type { Call } from "@jst/rpc";
import { insertTable } from "../tables/queries.ts";
import { assetsTable } from "./assets-table.ts";

/** Teams remembered as provisioned; beyond, all are forgotten and asked for again. */
const TEAMS_MAX = 100_000;
const TIMEOUT_MS = 10_000;

/** Gives each team its system tables exactly once, however often and from wherever it is asked. */
export class ProvisionedTeams {
  readonly #database: Database;
  readonly #teams = new Set<string>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Before a team's first write through this process: a team whose provisioning failed is healed here. */
  async ensure(call: Pick<Call<unknown>, "caller" | "requestId">): Promise<void> {
    await this.provision(call.caller.team_id, call.requestId);
  }

  /** Makes what the team lacks. */
  async provision(teamId: string, requestId: string): Promise<void> {
    if (this.#teams.has(teamId)) return;
    const context: TeamContext = {
      teamId,
      tokenId: "",
      actorType: "system",
      actorId: "",
      requestId,
      timeoutMs: TIMEOUT_MS,
    };
    if (!(await this.#hasAssets(context))) await this.#makeAssets(context);
    if (this.#teams.size >= TEAMS_MAX) this.#teams.clear();
    this.#teams.add(teamId);
  }

  async #hasAssets(context: TeamContext): Promise<boolean> {
    const found = await this.#database.read(context, {
      name: "has_assets",
      text: "select t.id from data.tables t where t.team_id = $1 and t.name = $2",
      values: [context.teamId, assetsTable.name],
    });
    return found.length > 0;
  }

  async #makeAssets(context: TeamContext): Promise<void> {
    try {
      await this.#database.write(context, (tx) => insertTable(tx, assetsTable, Number.MAX_SAFE_INTEGER));
    } catch (error) {
      // Another process was faster: the table is there.
      if (!isConstraint(error, "tables_name_taken")) throw error;
    }
  }
}

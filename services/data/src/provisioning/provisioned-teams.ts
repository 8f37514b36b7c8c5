import { systemContext, type Database, isConstraint, type TeamContext } from "@jst/db";
import type { Call } from "@jst/rpc";
import { insertTable } from "../engine/schema/stored-tables.ts";
import type { StoredColumn } from "../engine/schema/stored-columns.ts";
import { assetsTable, outdatedColumns } from "../engine/schema/assets-table.ts";
import { upgradeAssets } from "./upgrade-assets.ts";

/** A team's table assets as it is. */
interface Assets extends Record<string, unknown> {
  id: string;
  columns: StoredColumn[];
}

/** Teams remembered as provisioned; beyond, all are forgotten and asked for again. */
const TEAMS_MAX = 100_000;
const TIMEOUT_MS = 10_000;

/**
 * Gives each team its system tables, as this release needs them, exactly once however often and wherever it is asked.
 */
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

  /** Makes what the team lacks, and upgrades what an earlier release made. */
  async provision(teamId: string, requestId: string): Promise<void> {
    if (this.#teams.has(teamId)) return;
    const context = systemContext(teamId, { requestId, timeoutMs: TIMEOUT_MS });
    const assets = await this.#findAssets(context);
    if (assets === undefined) await this.#makeAssets(context);
    else if (outdatedColumns(assets.columns).length > 0)
      await this.#database.write(context, (tx) => upgradeAssets(tx, assets.id));
    if (this.#teams.size >= TEAMS_MAX) this.#teams.clear();
    this.#teams.add(teamId);
  }

  async #findAssets(context: TeamContext): Promise<Assets | undefined> {
    const [found] = await this.#database.read<Assets>(context, {
      name: "find_assets",
      text: `select t.id, (
          select json_agg(to_json(c)) from data.columns c where c.team_id = t.team_id and c.table_id = t.id
        ) as columns
        from data.tables t where t.team_id = $1 and t.name = $2 and t.is_system`,
      values: [context.teamId, assetsTable.name],
    });
    return found;
  }

  async #makeAssets(context: TeamContext): Promise<void> {
    try {
      await this.#database.write(context, (tx) => insertTable(tx, assetsTable, Number.MAX_SAFE_INTEGER));
    } catch (error) {
      // Another process was faster, or the team has a table of its own of this name, which stays its own.
      if (!isConstraint(error, "tables_name_taken")) throw error;
    }
  }
}

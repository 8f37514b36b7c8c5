import {
  instant,
  listLeft,
  startNormalizer,
  type Database,
  type NormalizerOptions,
  type Row,
  type Statement,
  type TeamContext,
} from "@jst/db";
import type { Fault, FindFaults } from "@jst/faults";
import { hopWithin, type PeerRpc } from "@jst/rpc";
import type { Logger } from "@jst/telemetry";

/** Longest time that auth may take for a list of teams. */
const ASK_MS = 5_000;

/** Row that stays in another spelling. */
export interface UnnormalizedRow {
  relation: string;
  id: string;
  columns: string[];
  found_at: string;
}

interface LeftRow extends Row {
  relation: string;
  key: string[];
  columns: string[];
  found_at: string;
}

/** Lists rows of the team that stay in another spelling than NFC. */
export async function unnormalizedOf(
  read: <R extends Row>(statement: Statement) => Promise<R[]>,
  teamId: string,
): Promise<UnnormalizedRow[]> {
  const rows = await read<LeftRow>(listLeft(teamId));
  return rows.map(({ key, ...row }) => ({ ...row, id: key.join("/") }));
}

/** Adds a fault to those of the service while rows of the team stay in another spelling (conventions.normalization). */
export function withUnnormalized<Deps>(service: string, findFaults?: FindFaults<Deps>): FindFaults<Deps> {
  return async (team, deps) => {
    const found = (await findFaults?.(team, deps)) ?? [];
    const rows = await unnormalizedOf(team.read, team.context.teamId);
    return rows.length === 0 ? found : [...found, faultOf(service, rows)];
  };
}

function faultOf(service: string, rows: readonly UnnormalizedRow[]): Fault {
  const places = [...new Set(rows.map(({ relation, columns }) => `${relation} (${columns.join(", ")})`))];
  const number = rows.length === 1 ? "1 value is" : `${rows.length} values are`;
  return {
    component: "normalization",
    state: "failing",
    reason: `${number} stored in decomposed letters, as another has the same value in composed letters: ${places.slice(0, 5).join("; ")}.`,
    remedy: `Change or delete one of each pair. \`jst data unnormalized\` lists them; of ${service} within an hour the fault ends.`,
    since: rows.map((row) => row.found_at).sort()[0] ?? null,
    path: service === "crm" ? "/contacts/duplicates" : null,
  };
}

/** Lists the teams of the fleet. */
export interface TeamsPeer {
  listTeams: PeerRpc<{ after?: string }, { slugs: string[]; ids: string[] }>;
}

/** Parts of the worker that stores texts in NFC. */
export interface NormalizationParts extends Pick<
  NormalizerOptions,
  "service" | "connectionString" | "database" | "texts" | "teamsAfter"
> {
  logger: Logger;
}

/** Asks auth for the teams; a service without that peer has none to walk. */
export function teamsOf(auth: Partial<TeamsPeer> | undefined): NormalizerOptions["teamsAfter"] {
  const listTeams = auth?.listTeams;
  if (listTeams === undefined) return async () => Promise.resolve({ slugs: [], ids: [] });
  return (after) => listTeams({ after }, hopWithin(ASK_MS));
}

/** Starts the worker that stores texts in NFC (conventions.normalization). */
export function startNormalization({ logger, ...options }: NormalizationParts): { stop(): Promise<void> } {
  return startNormalizer({
    ...options,
    onStored: (team_id, rows) => logger.info({ team_id, rows }, "texts were stored in composed letters"),
    onFailure: (error) => logger.warn({ error }, "texts were not walked and will be again"),
  });
}

/** Lists rows in another spelling, for an operator. */
export const unnormalizedFrom =
  (database: Pick<Database, "read">) =>
  (context: TeamContext): Promise<UnnormalizedRow[]> =>
    unnormalizedOf((statement) => database.read(context, statement), context.teamId);

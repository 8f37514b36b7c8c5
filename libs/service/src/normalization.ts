import { startNormalizer, type Database, type NormalizerOptions, type TeamContext } from "@jst/db";
import { unnormalizedOf, type UnnormalizedRow } from "@jst/faults";
import { hopWithin, type PeerRpc } from "@jst/rpc";
import type { Logger } from "@jst/telemetry";

/** Longest time that account may take for a list of teams. */
const ASK_MS = 5_000;

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

/** Asks account for the teams; a service without that peer has none to walk. */
export function teamsOf(account: Partial<TeamsPeer> | undefined): NormalizerOptions["teamsAfter"] {
  const listTeams = account?.listTeams;
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

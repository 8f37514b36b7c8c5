/** PostgreSQL settings of a whole connection, such as how it plans. */
export type StartSettings = Readonly<Record<string, string>>;

/**
 * Makes the server check whether the process is still connected. Otherwise a statement of a killed process runs on with
 * the locks of its transaction.
 */
export const endsWithProcess: StartSettings = { client_connection_check_interval: "2000" };

/**
 * Plans the statements of writes once, as those of reads. Otherwise PostgreSQL plans for the values if it expects that
 * to be cheaper. For a team without statistics it expects no rows, and picks any index that begins with the team.
 */
export const plannedOnce: StartSettings = { plan_cache_mode: "force_generic_plan" };

/** Writes the settings in the form of libpq's `options`. */
export function startOptions(settings: StartSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}

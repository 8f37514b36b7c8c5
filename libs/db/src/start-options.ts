/** PostgreSQL settings of a whole connection, such as how it plans. */
export type StartSettings = Readonly<Record<string, string>>;

/**
 * Looks every so often whether the process is still connected. Without it the statement of one that was killed runs
 * on, for as long as it may, with the locks of its transaction, for an answer that nobody takes.
 */
export const endsWithProcess: StartSettings = { client_connection_check_interval: "2000" };

/**
 * Writes plan their statements once too, as reads do. Otherwise PostgreSQL plans for the values where it takes that for
 * cheaper: of a team that its statistics do not know it expects no rows, and takes any index that begins with the team.
 */
export const plannedOnce: StartSettings = { plan_cache_mode: "force_generic_plan" };

/** The settings as libpq's `options` takes them. */
export function startOptions(settings: StartSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}

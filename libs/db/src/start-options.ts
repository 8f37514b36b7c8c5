/** PostgreSQL settings of a whole connection, such as how it plans. */
export type StartSettings = Readonly<Record<string, string>>;

/** The settings as libpq's `options` takes them. */
export function startOptions(settings: StartSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}

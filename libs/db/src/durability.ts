import type { Row } from "./types.ts";

/**
 * Layer that makes a commit outlive a crash. `server`: PostgreSQL, by its own settings. `storage`: the layer below it,
 * as in services that store the log elsewhere and file systems that never tear a page; they show settings as off and
 * lose nothing.
 */
export type Durability = "server" | "storage";

/** In the ping's answer, beside the migration. */
export const durabilityColumns = `current_setting('fsync') as fsync,
  current_setting('full_page_writes') as full_page_writes,
  current_setting('synchronous_commit') as synchronous_commit, current_user as role`;

/**
 * Why an acknowledged write might not outlive a crash, and what to do (operation.durability); undefined when it does.
 */
export function lossyBy(settings: Row, durability: Durability): string | undefined {
  const isOff = (name: string) => settings[name] === "off";
  const found = (durability === "server" ? ["fsync", "full_page_writes"] : []).find(isOff);
  if (found !== undefined)
    return `${found} = off in PostgreSQL: a crash loses writes. Set it on (alter system set ${found} = on), or DATABASE_DURABILITY=storage (ADR 12)`;
  if (!isOff("synchronous_commit")) return undefined;
  const role = String(settings["role"]);
  return `synchronous_commit = off for ${role}: a crash loses writes. Set it on in the server, and: alter role ${role} reset synchronous_commit`;
}

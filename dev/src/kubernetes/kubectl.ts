import { run } from "../process/run.ts";

/** A namespace of a cluster, by the name kubectl's configuration gives it. */
export interface InstalledPlace {
  context: string;
  namespace: string;
}

/** Arguments that come before every command of kubectl. */
export function placed({ context, namespace }: InstalledPlace): string[] {
  return ["--context", context, "--namespace", namespace];
}

/** Objects as kubectl answers them. */
export async function get<T>(place: InstalledPlace, ...what: readonly string[]): Promise<T> {
  return JSON.parse(await run("kubectl", [...placed(place), "get", ...what, "--output", "json"])) as T;
}

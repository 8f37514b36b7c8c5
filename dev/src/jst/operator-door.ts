import { openRunning } from "../fleet.ts";
import { openInstalled, type InstalledPlace } from "../kubernetes/installed-fleet.ts";
import type { OperatorTarget } from "../operator.ts";
import type { CommandContext } from "./command.ts";

/** Finds the fleet's place in a cluster, by --context or JST_CONTEXT; undefined for the fleet on this machine. */
export function placeOf(
  options: CommandContext["options"],
  env: NodeJS.ProcessEnv = process.env,
): InstalledPlace | undefined {
  const context = options["context"] ?? env["JST_CONTEXT"] ?? "";
  if (context === "") return undefined;
  return { context, namespace: options["namespace"] ?? env["JST_NAMESPACE"] ?? "jst" };
}

/** Runs the work with the fleet that the options name. */
export async function withOperator<T>(
  { settings, options }: Pick<CommandContext, "settings" | "options">,
  work: (fleet: OperatorTarget) => Promise<T>,
): Promise<T> {
  const place = placeOf(options);
  if (place === undefined) return work(await openRunning(settings));
  const fleet = await openInstalled(place);
  const door = await fleet.openDoor();
  try {
    return await work(door);
  } finally {
    await door.close();
  }
}

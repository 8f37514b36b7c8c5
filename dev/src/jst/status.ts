import { allComponents } from "../components/all.ts";
import type { Component, Fleet } from "../component.ts";
import { openRunning } from "../fleet.ts";
import { OperatorError } from "../operator-error.ts";
import { outboxOf, relaying, stallOf } from "../outboxes.ts";
import type { Command } from "./command.ts";

interface Health {
  name: string;
  healthy: boolean;
  /** Why not. */
  reason?: string;
}

/** Asks every component to do its real work, at once, a service's relay among it; exit code 1 when one does not. */
export const status: Command = {
  name: "status",
  usage: "",
  summary:
    "Says of every component whether it is healthy, or why not; of a relay that is stalled also what to do.",
  words: [0, 0],
  async run({ settings }) {
    const fleet = await openRunning(settings).catch((error: unknown) => {
      if (error instanceof OperatorError) return error;
      throw error;
    });
    const check = (component: Component): Promise<Health> =>
      fleet instanceof OperatorError
        ? Promise.resolve({ name: component.name, healthy: false, reason: fleet.message })
        : checkHealth(component, fleet);
    const components = await Promise.all(allComponents.map(check));
    const healthy = components.every((component) => component.healthy);
    return { json: { healthy, components }, text: table(components), exitCode: healthy ? 0 : 1 };
  },
};

async function checkHealth(component: Component, fleet: Fleet): Promise<Health> {
  try {
    await component.probe(fleet);
    const stall = relaying.includes(component.name)
      ? stallOf(await outboxOf(fleet, component.name))
      : undefined;
    if (stall !== undefined)
      return { name: component.name, healthy: false, reason: `its relay is stalled: ${stall}` };
    return { name: component.name, healthy: true };
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    return { name: component.name, healthy: false, reason };
  }
}

function table(components: readonly Health[]): string {
  const width = Math.max(...components.map(({ name }) => name.length));
  return components
    .map(
      ({ name, healthy, reason }) =>
        `${name.padEnd(width)}  ${healthy ? "healthy" : `not healthy: ${reason ?? "unknown"}`}`,
    )
    .join("\n");
}

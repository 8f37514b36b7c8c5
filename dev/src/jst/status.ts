import { schemas } from "@jst/fleet";
import { allComponents } from "../components/all.ts";
import { faultOfOrders } from "../components/postgres.ts";
import type { Component, Fleet } from "../component.ts";
import { openRunning } from "../fleet.ts";
import { callOperator } from "../operator.ts";
import { OperatorError } from "../operator-error.ts";
import { lasting, outboxOf, stallOf } from "../outboxes.ts";
import { openInstalled, type InstalledPlace } from "../kubernetes/installed-fleet.ts";
import type { Command, CommandContext } from "./command.ts";
import { commsRpc } from "./comms.ts";
import { placeOf } from "./operator-door.ts";

interface Health {
  name: string;
  healthy: boolean;
  /** Why not. */
  reason?: string;
  /** Note on a healthy component, such as its backlog. */
  waiting?: string;
}

/** Asks every component to do its real work, at once, a service's relay among it; exit code 1 when one does not. */
export const status: Command = {
  name: "status",
  usage: "",
  summary:
    "Says of every component whether it is healthy, or why not; of a relay that is stalled also what to do.",
  words: [0, 0],
  isForClusters: true,
  async run({ settings, options }) {
    const place = placeOf(options);
    const components = place === undefined ? await healthHere(settings) : await healthOf(place);
    const healthy = components.every((component) => component.healthy);
    return { json: { healthy, components }, text: table(components), exitCode: healthy ? 0 : 1 };
  },
};

async function healthHere(settings: CommandContext["settings"]): Promise<Health[]> {
  const fleet = await openRunning(settings).catch((error: unknown) => {
    if (error instanceof OperatorError) return error;
    throw error;
  });
  const check = (component: Component): Promise<Health> =>
    fleet instanceof OperatorError
      ? Promise.resolve({ name: component.name, healthy: false, reason: fleet.message })
      : checkHealth(component, fleet);
  return Promise.all(allComponents.map(check));
}

/** A component of an installed fleet is healthy when all of its pods are ready and of the newest revision. */
async function healthOf(place: InstalledPlace): Promise<Health[]> {
  const { components } = await openInstalled(place);
  return components.map(({ name, wanted, ready, updated }) => {
    if (ready >= wanted && updated >= wanted) return { name, healthy: true };
    const reason = `${ready} of ${wanted} pods are ready, ${updated} are of the newest revision`;
    return { name, healthy: false, reason };
  });
}

async function checkHealth(component: Component, fleet: Fleet): Promise<Health> {
  try {
    await component.probe(fleet);
    const relayed = schemas.find(({ outbox, relay }) => outbox !== undefined && relay === component.name);
    const stall = relayed === undefined ? undefined : stallOf(await outboxOf(fleet, relayed.name));
    if (stall !== undefined)
      return { name: component.name, healthy: false, reason: `its relay is stalled: ${stall}` };
    const waiting = await noteOf(component, fleet);
    return { name: component.name, healthy: true, ...(waiting === undefined ? {} : { waiting }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    return { name: component.name, healthy: false, reason };
  }
}

/** Reads a note on a component that works. */
async function noteOf({ name }: Component, fleet: Fleet): Promise<string | undefined> {
  if (name === "postgres") return faultOfOrders(fleet);
  return name === "comms" ? messagesWaiting(fleet) : undefined;
}

/** How many messages are due, and for how long; undefined when none is. */
async function messagesWaiting(fleet: Fleet): Promise<string | undefined> {
  const queue = await callOperator(fleet, commsRpc("GetQueue"), {});
  const { due, oldest_due_age: ageS } = queue as { due: number; oldest_due_age: number };
  return due === 0 ? undefined : `${due} messages are due, the oldest for ${lasting(ageS)}`;
}

function table(components: readonly Health[]): string {
  const width = Math.max(...components.map(({ name }) => name.length));
  return components
    .map(({ name, healthy, reason, waiting }) => {
      const state = healthy ? ["healthy", waiting] : ["not healthy", reason ?? "unknown"];
      return `${name.padEnd(width)}  ${state.filter((part) => part !== undefined).join(": ")}`;
    })
    .join("\n");
}

import { allComponents } from "../components/all.ts";
import { openRunning } from "../fleet.ts";
import { waitUntilReady } from "../start.ts";
import { command } from "../supervisor/client.ts";
import type { Command } from "./command.ts";

/** For code that changed: the process is ended in order and started again. */
export const restart: Command = {
  name: "restart",
  usage: "NAME",
  summary: "Restarts one component, such as a service whose code has changed, and waits until it is ready.",
  words: [1, 1],
  async run({ settings, words: [name = ""] }) {
    const fleet = await openRunning(settings);
    const { processes } = await command(fleet.paths, { op: "restart", name });
    const { pid, exits = 0 } = processes.find((one) => one.name === name) ?? {};
    const component = allComponents.find((one) => one.name === name);
    if (component !== undefined) await waitUntilReady(component, fleet, exits, () => undefined);
    return { json: { name, pid }, text: `${name} is ready again (pid ${pid ?? "unknown"}).` };
  },
};

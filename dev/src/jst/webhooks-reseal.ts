import type { Command } from "./command.ts";
import { webhooksRpc } from "./events-status.ts";
import { withOperator } from "./operator-door.ts";
import { resealAll } from "./reseal.ts";

/** After another key became `current` in endpoint-secret-keys.json: then nothing needs the former ones. */
export const webhooksReseal: Command = {
  name: "webhooks reseal",
  usage: "",
  summary: "Seals every endpoint's secret under the current key, so that former keys can be removed.",
  words: [0, 0],
  isForClusters: true,
  async run(context) {
    const rpc = webhooksRpc("ResealSecrets");
    const { resealed, unreadable, key } = await withOperator(context, (fleet) => resealAll(fleet, rpc));
    const lost = unreadable.map((id) => `\n${id}: its key is not listed; its owner must rotate the secret`);
    const text = `${resealed} endpoints were sealed anew; all that can be read is under ${key}.${lost.join("")}`;
    return { json: { resealed, key, unreadable }, text, exitCode: unreadable.length === 0 ? 0 : 1 };
  },
};

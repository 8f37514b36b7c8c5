import { callOperator, type OperatorTarget } from "../operator.ts";
import type { Command } from "./command.ts";
import { webhooksRpc } from "./events-status.ts";
import { withOperator } from "./operator-door.ts";

/** What webhooks answers of one part. */
interface Part {
  resealed: number;
  unreadable: string[];
  key: string;
  next: string | null;
}

/** After another key became `current` in endpoint-secret-keys.json: then nothing needs the former ones. */
export const webhooksReseal: Command = {
  name: "webhooks reseal",
  usage: "",
  summary: "Seals every endpoint's secret under the current key, so that former keys can be removed.",
  words: [0, 0],
  isForClusters: true,
  async run(context) {
    const { resealed, unreadable, key } = await withOperator(context, resealAll);
    const lost = unreadable.map((id) => `\n${id}: its key is not listed; its owner must rotate the secret`);
    const text = `${resealed} endpoints were sealed anew; all that can be read is under ${key}.${lost.join("")}`;
    return { json: { resealed, key, unreadable }, text, exitCode: unreadable.length === 0 ? 0 : 1 };
  },
};

/** Asks part by part, and answers what became of all of them. */
async function resealAll(fleet: OperatorTarget): Promise<Omit<Part, "next">> {
  const unreadable: string[] = [];
  let resealed = 0;
  for (let after: string | null = null; ;) {
    const request = after === null ? {} : { after };
    const part = (await callOperator(fleet, webhooksRpc("ResealSecrets"), request)) as unknown as Part;
    resealed += part.resealed;
    unreadable.push(...part.unreadable);
    after = part.next;
    if (after === null) return { resealed, unreadable, key: part.key };
  }
}

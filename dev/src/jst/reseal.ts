import { callOperator, type OperatorRpc, type OperatorTarget } from "../operator.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";

/** Reply of a service for one part of its sealed secrets. */
interface Part {
  resealed: number;
  unreadable: string[];
  key: string;
  next: string | null;
}

/** A command by which nothing needs former keys any more, after another one became `current`. */
export interface ResealCommand {
  name: string;
  summary: string;
  rpc: OperatorRpc;
  /** Sealed things, in the plural. */
  sealed: string;
  /** Remedy if its key is not listed. */
  remedy: string;
}

/** Has all of a service's secrets sealed under the current key, in `endpoint-secret-keys.json`, part by part. */
export function resealCommand({ name, summary, rpc, sealed, remedy }: ResealCommand): Command {
  return {
    name,
    usage: "",
    summary,
    words: [0, 0],
    isForClusters: true,
    async run(context) {
      const { resealed, unreadable, key } = await withOperator(context, (fleet) => resealAll(fleet, rpc));
      const lost = unreadable.map((one) => `\n${one}: its key is not listed; ${remedy}`);
      const text = `${resealed} ${sealed} were sealed anew; all that can be read is under ${key}.${lost.join("")}`;
      return { json: { resealed, key, unreadable }, text, exitCode: unreadable.length === 0 ? 0 : 1 };
    },
  };
}

/** Reseals part by part; returns the sums. */
async function resealAll(fleet: OperatorTarget, rpc: OperatorRpc): Promise<Omit<Part, "next">> {
  const unreadable: string[] = [];
  let resealed = 0;
  for (let after: string | null = null; ;) {
    const part = (await callOperator(fleet, rpc, after === null ? {} : { after })) as unknown as Part;
    resealed += part.resealed;
    unreadable.push(...part.unreadable);
    after = part.next;
    if (after === null) return { resealed, unreadable, key: part.key };
  }
}

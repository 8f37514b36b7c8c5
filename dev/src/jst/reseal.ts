import { callOperator, type OperatorRpc, type OperatorTarget } from "../operator.ts";

/** What a service answers of one part of the secrets that it keeps sealed. */
interface Part {
  resealed: number;
  unreadable: string[];
  key: string;
  next: string | null;
}

/** Has all of a service's secrets sealed under the current key, part by part; answers what became of them. */
export async function resealAll(fleet: OperatorTarget, rpc: OperatorRpc): Promise<Omit<Part, "next">> {
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

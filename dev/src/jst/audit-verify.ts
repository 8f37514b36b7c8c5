import { callOperator, type OperatorTarget } from "../operator.ts";
import { allTeams, authRpc } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";

/** A place in a chain, as auth names it. */
interface ChainPlace {
  seq: number;
  hash: string;
}

/** What auth answers of one part of a chain. */
interface VerifiedPart {
  place: ChainPlace;
  complete: boolean;
  broken: { seq: number; id: string | null; reason: keyof typeof faults } | null;
}

/** A team's chain: how far it is whole, its last hash there, and what breaks it. */
interface VerifiedChain extends ChainPlace {
  team: string;
  broken: VerifiedPart["broken"];
}

/** Keep the hashes it prints elsewhere: a chain rewritten as a whole shows only by them. */
export const auditVerify: Command = {
  name: "audit verify",
  usage: "[--team SLUG]",
  summary:
    "Computes the audit chains anew, of all teams or one, and names the first entry that was changed or is gone.",
  words: [0, 0],
  options: ["team"],
  isForClusters: true,
  async run(context) {
    const { team: only } = context.options;
    const chains = await withOperator(context, async (fleet) => {
      const teams = only === undefined ? (await allTeams(fleet)).keys() : [only];
      const verified: VerifiedChain[] = [];
      for (const team of teams) verified.push(await verify(fleet, team));
      return verified;
    });
    const isWhole = chains.every(({ broken }) => broken === null);
    return { json: { whole: isWhole, chains }, text: chains.map(line).join("\n"), exitCode: isWhole ? 0 : 1 };
  },
};

async function verify(fleet: OperatorTarget, team: string): Promise<VerifiedChain> {
  let after: ChainPlace | undefined;
  for (;;) {
    const request = { team, ...(after !== undefined && { after }) };
    const part = (await callOperator(fleet, authRpc("VerifyAudit"), request)) as unknown as VerifiedPart;
    if (part.complete || part.broken !== null) return { team, ...part.place, broken: part.broken };
    after = part.place;
  }
}

const faults = {
  changed: "was changed",
  missing: "is missing",
  head_moved: "is not where the chain's recorded end says",
  not_as_signed: "is not what had been signed",
};

function line({ team, seq, hash, broken }: VerifiedChain): string {
  if (broken === null) return `${team}: ${seq} entries, whole, ends ${hash}`;
  const id = broken.id === null ? "" : ` (${broken.id})`;
  return `${team}: entry ${broken.seq}${id} ${faults[broken.reason]}; whole up to ${seq}`;
}

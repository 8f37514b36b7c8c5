import { callOperator, type OperatorRpc, type OperatorTarget } from "../operator.ts";
import { allTeams, authRpc, teamIdOf } from "../teams.ts";
import type { Command } from "./command.ts";
import { withOperator } from "./operator-door.ts";

/** A place in a chain, as auth names it. */
interface ChainPlace {
  seq: number;
  hash: string;
}

/** Reply of auth for one part of a chain. */
interface VerifiedPart {
  place: ChainPlace;
  complete: boolean;
  broken: { seq: number; id: string | null; reason: keyof typeof faults } | null;
}

/** A team's chain: how far it is whole, its last hash there, and what breaks it. */
interface VerifiedChain extends ChainPlace {
  team: string;
  /** The audit log, or that of who looked at health data. */
  log: "audit" | "phi";
  broken: VerifiedPart["broken"];
}

/** Keep the hashes it prints elsewhere: a chain rewritten as a whole shows only by them. */
export const auditVerify: Command = {
  name: "audit verify",
  usage: "[--team SLUG]",
  summary:
    "Computes the audit chains of all teams or one again, and names the first entry that was changed or is missing.",
  words: [0, 0],
  options: ["team"],
  isForClusters: true,
  async run(context) {
    const { team: only } = context.options;
    const chains = await withOperator(context, async (fleet) => {
      const verified: VerifiedChain[] = [];
      for (const team of only === undefined ? (await allTeams(fleet)).keys() : [only])
        verified.push(...(await verifyBoth(fleet, team, await teamIdOf(fleet, team))));
      return verified;
    });
    const isWhole = chains.every(({ broken }) => broken === null);
    return { json: { whole: isWhole, chains }, text: chains.map(line).join("\n"), exitCode: isWhole ? 0 : 1 };
  },
};

/** Both chains of a team. */
async function verifyBoth(fleet: OperatorTarget, team: string, team_id: string): Promise<VerifiedChain[]> {
  const accesses = { owner: "emr", service: "emr.v1.Accesses", method: "VerifyAccesses" };
  return [
    { team, log: "audit", ...(await verify(fleet, authRpc("VerifyAudit"), { team })) },
    { team, log: "phi", ...(await verify(fleet, accesses, { team_id })) },
  ];
}

async function verify(
  fleet: OperatorTarget,
  rpc: OperatorRpc,
  whose: object,
): Promise<ChainPlace & Pick<VerifiedPart, "broken">> {
  let after: ChainPlace | undefined;
  for (;;) {
    const request = { ...whose, ...(after !== undefined && { after }) };
    const part = (await callOperator(fleet, rpc, request)) as unknown as VerifiedPart;
    if (part.complete || part.broken !== null) return { ...part.place, broken: part.broken };
    after = part.place;
  }
}

const faults = {
  changed: "was changed",
  missing: "is missing",
  head_moved: "is not where the chain's recorded end says",
  not_as_signed: "is not what had been signed",
};

function line({ team, log, seq, hash, broken }: VerifiedChain): string {
  const chain = log === "phi" ? `${team}, looks at health data` : team;
  if (broken === null) return `${chain}: ${seq} entries, whole, ends ${hash}`;
  const id = broken.id === null ? "" : ` (${broken.id})`;
  return `${chain}: entry ${broken.seq}${id} ${faults[broken.reason]}; whole up to ${seq}`;
}

import type { Fleet } from "../../../dev/src/component.ts";
import type { Progress } from "../../../dev/src/progress.ts";
import { addMember, createTeam, mintToken } from "../../../dev/src/teams.ts";
import type { ProcessGroup } from "../cpu.ts";
import { post } from "../seed.ts";

/** Running fleet with its processes, and where its runs report. */
export interface ApprovalsBench {
  fleet: Fleet;
  groups: readonly ProcessGroup[];
  progress: Progress;
  print: (text: string) => void;
}

/** Requests under way at once. */
const CONNECTIONS = 16;
/** A person's token may send 1,000 requests a minute; so many in turn do not meet that limit. */
const PROPOSERS = 32;

/** A team with people who decide and an agent that proposes. */
export interface ApprovalsTeam {
  id: string;
  slug: string;
  /** Tokens of different owners and admins, who may decide. */
  approvers: readonly string[];
  /** Proposes a contact each, several at once; each id with the time of its reply, as Date.now() has it. */
  propose: (count: number) => Promise<Map<string, number>>;
}

/** Makes a team whose agent proposes contacts. */
export async function approvalsTeam(
  fleet: Fleet,
  name: string,
  approverCount: number,
): Promise<ApprovalsTeam> {
  const { id, slug } = await createTeam(fleet, { slug: `bench-${name}-${Date.now().toString(36)}` });
  const approvers: string[] = [];
  for (let n = 0; n < approverCount; n += 1)
    approvers.push(await tokenOf(fleet, slug, `approver.${n}`, n === 0 ? "owner" : "admin"));
  const proposers: string[] = [];
  for (let n = 0; n < PROPOSERS; n += 1) proposers.push(await tokenOf(fleet, slug, `agent.${n}`, "member"));
  let turn = 0;
  const propose = async (count: number): Promise<Map<string, number>> => {
    const proposed = new Map<string, number>();
    await atOnce(count, async () => {
      turn += 1;
      const contact = { first_name: `Proposed ${turn}`, email: `proposed.${turn}@example.org` };
      const token = proposers[turn % PROPOSERS] ?? "";
      const queued = await post(fleet, token, "/api/v1/contacts", contact, 202);
      proposed.set(String(queued["changeset_id"]), Date.now());
    });
    return proposed;
  };
  return { id, slug, approvers, propose };
}

async function tokenOf(fleet: Fleet, team: string, name: string, role: string): Promise<string> {
  const email = `${name}@example.org`;
  await addMember(fleet, { team, email, role });
  return (await mintToken(fleet, { team, type: "human", name, member: email })).value;
}

/** Does the work so many times, several at once; each gets its number. */
export async function atOnce(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let begun = 0;
  const connection = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      await work(begun);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
}

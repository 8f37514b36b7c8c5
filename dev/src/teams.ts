import { OperatorError } from "./operator-error.ts";
import { callOperator, type OperatorRpc, type OperatorTarget } from "./operator.ts";

/** A team as its creation answers it. */
export interface Team {
  id: string;
  slug: string;
}

/** A token as minting answers it; its value is shown this once. */
export interface MintedToken {
  id: string;
  type: string;
  value: string;
  refresh_token?: string;
  expires_at: string | null;
}

/** Options of a new token. */
export interface NewToken {
  team: string;
  type: string;
  name?: string;
  scopes?: unknown;
  /** E-mail of the member. */
  member?: string;
  reason?: string;
}

/** Internal rpcs of account. */
export function authRpc(method: string): OperatorRpc {
  return { owner: "account", service: "auth.v1.Operator", method };
}

/** Every living team by its slug, in the order of the slugs. */
export async function allTeams(fleet: OperatorTarget): Promise<Map<string, string>> {
  const teams = new Map<string, string>();
  for (let after: string | undefined; ;) {
    const page = await callOperator(fleet, authRpc("ListTeams"), after === undefined ? {} : { after });
    const { slugs, ids } = page as { slugs: string[]; ids: string[] };
    for (const [index, slug] of slugs.entries()) teams.set(slug, ids[index] ?? "");
    after = slugs.at(-1);
    if (after === undefined) return teams;
  }
}

/** The id of a living team; an error in a sentence where there is none. */
export async function teamIdOf(fleet: OperatorTarget, slug: string): Promise<string> {
  const id = (await allTeams(fleet)).get(slug);
  if (id === undefined) throw new OperatorError(`There is no team ${slug}.`);
  return id;
}

const provision: OperatorRpc = { owner: "data", service: "data.v1.Provisioning", method: "Provision" };

/** Creates a team and what it needs in other services. */
export async function createTeam(
  fleet: OperatorTarget,
  team: { slug: string; display_name?: string },
): Promise<Team> {
  const { id, slug } = (await callOperator(fleet, authRpc("CreateTeam"), team)) as unknown as Team;
  await provisionTeam(fleet, id);
  return { id, slug };
}

/** Makes what a team needs outside auth, once however often it is called. */
export async function provisionTeam(fleet: OperatorTarget, teamId: string): Promise<void> {
  await callOperator(fleet, provision, { team_id: teamId });
}

/** Adds a member, or changes the role of one who is there. */
export async function addMember(
  fleet: OperatorTarget,
  member: { team: string; email: string; role: string },
): Promise<Record<string, unknown>> {
  return callOperator(fleet, authRpc("AddMember"), member);
}

/** A link that signs a member in, once; it is shown this once. */
export interface SignInLink {
  url: string;
  expires_at: string;
}

/** Makes a link by which the member signs in. */
export async function signInLink(
  fleet: OperatorTarget,
  who: { team: string; member: string },
): Promise<SignInLink> {
  return (await callOperator(fleet, authRpc("CreateSignInLink"), who)) as unknown as SignInLink;
}

/** A member who was removed. */
export interface RemovedMember {
  id: string;
  removed_at: string;
  /** Tokens of others that ended with the member who minted them. */
  tokens_ended: number;
}

/** Removes a member with all that acts in that name, and all tokens that the member answers for. */
export async function removeMember(
  fleet: OperatorTarget,
  member: { team: string; email: string },
): Promise<RemovedMember> {
  return (await callOperator(fleet, authRpc("RemoveMember"), member)) as unknown as RemovedMember;
}

/** Mints a token; throws OperatorProblem when the service refuses. */
export async function mintToken(fleet: OperatorTarget, token: NewToken): Promise<MintedToken> {
  return (await callOperator(fleet, authRpc("MintToken"), token)) as unknown as MintedToken;
}

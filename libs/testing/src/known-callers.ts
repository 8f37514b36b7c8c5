import { provesMember, type Caller, type Role } from "@jst/caller";
import type { AskedDecider, DeciderFacts, Proposer, TeamRules } from "@jst/changes";
import { AppError } from "@jst/errors";

/** Facts of a team with a second owner, which approves without passkeys. */
const plain = { isAlone: false, needsStepUp: false, isSteppedUp: false, hasPasskey: false };

/** Callers behind tokens: a token's last caller, until a test sets another. */
export class KnownCallers {
  readonly #callers = new Map<string, Caller | null>();
  readonly #facts = new Map<string, DeciderFacts | AppError>();
  readonly #roles = new Map<string, Role | null>();
  readonly #rules = new Map<string, TeamRules | AppError>();
  readonly #formerRules = new Map<string, TeamRules>();

  remember(caller: Caller): void {
    this.#callers.set(caller.token_id, caller);
  }

  /** From now on nobody. */
  revoke(tokenId: string): void {
    this.#callers.set(tokenId, null);
  }

  /** The caller as auth would sign it; 403 for a revoked token. */
  find({ teamId, tokenId }: Proposer): Promise<Caller> {
    const caller = this.#callers.get(tokenId);
    if (caller?.team_id === teamId) return Promise.resolve(caller);
    return Promise.reject(
      new AppError("insufficient_scope", "The token that made this proposal is revoked."),
    );
  }

  /**
   * From now on auth's database has these facts of the token, whatever its callers say, or answers with the error. A
   * session without further facts is fresh, and of a team with a second owner.
   */
  setFacts(
    tokenId: string,
    facts: (Pick<DeciderFacts, "role" | "provesMember"> & Partial<DeciderFacts>) | AppError,
  ): void {
    this.#facts.set(tokenId, facts instanceof AppError ? facts : { ...plain, isFresh: true, ...facts });
  }

  /** The ids that are members behind callers of the team who are still known. */
  activeOf(teamId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const ofTeam = [...this.#callers.values()].filter((caller) => caller?.team_id === teamId);
    const members = new Set(ofTeam.map((caller) => caller?.member_id));
    return Promise.resolve(new Set(ids.filter((id) => members.has(id))));
  }

  /** From now on the member has this role, whatever its callers say; null for one who is gone. */
  setRole(memberId: string, role: Role | null): void {
    this.#roles.set(memberId, role);
  }

  /** The facts of who decides, as auth's database would have them; 401 for a revoked token. */
  factsOf({ teamId, tokenId, approvers }: AskedDecider): Promise<DeciderFacts> {
    const known = this.#facts.get(tokenId);
    if (known instanceof AppError) return Promise.reject(known);
    const caller = this.#callers.get(tokenId);
    if (known === undefined && caller?.team_id !== teamId)
      return Promise.reject(new AppError("revoked_token", "The token is revoked."));
    const rules = this.#rules.get(teamId);
    const among = [...this.#rolesIn(teamId)].filter(
      ([id, role]) =>
        approvers?.roles.some((one) => one === role) === true || approvers?.members.includes(id) === true,
    );
    return Promise.resolve({
      ...plain,
      role: this.#roles.get(caller?.member_id ?? "") ?? caller?.role ?? null,
      provesMember: caller != null && provesMember(caller),
      isFresh: caller?.token_type === "member",
      ...(approvers && { activeApprovers: among.map(([id]) => id).sort() }),
      ...(rules !== undefined && !(rules instanceof AppError) && { rules }),
      ...known,
    });
  }

  /** Roles of the members of the team who have called, but viewers. */
  #rolesIn(teamId: string): Map<string, Role> {
    const roles = new Map<string, Role>();
    for (const caller of this.#callers.values()) {
      if (caller?.team_id !== teamId || caller.member_id === undefined) continue;
      const known = this.#roles.get(caller.member_id);
      const role = known === undefined ? caller.role : known;
      if (role != null && role !== "viewer") roles.set(caller.member_id, role);
    }
    return roles;
  }

  /** From now on auth has these rules of the team, or answers with the error. */
  setRules(teamId: string, rules: TeamRules | AppError): void {
    this.#rules.set(teamId, rules);
  }

  /** From now on the service remembers these rules of the team, whatever auth has. */
  setFormerRules(teamId: string, rules: TeamRules): void {
    this.#formerRules.set(teamId, rules);
  }

  /** The rules of the team, for callers who are signed with a version of them. */
  rulesOf(teamId: string, version: number | undefined): Promise<TeamRules | undefined> {
    const known = this.#formerRules.get(teamId) ?? this.#rules.get(teamId);
    const rules = version === undefined ? undefined : known;
    return rules instanceof AppError ? Promise.reject(rules) : Promise.resolve(rules);
  }

  /** The rules of the team as auth's database has them. */
  rulesNow(teamId: string): Promise<TeamRules> {
    const rules = this.#rules.get(teamId) ?? { version: 0, rules: [] };
    return rules instanceof AppError ? Promise.reject(rules) : Promise.resolve(rules);
  }

  /** Members who have called with one of the roles. */
  membersOf(teamId: string, roles: readonly Role[]): Promise<Map<string, Role>> {
    return Promise.resolve(new Map([...this.#rolesIn(teamId)].filter(([, role]) => roles.includes(role))));
  }
}

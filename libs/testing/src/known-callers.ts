import { isLeading, provesMember, type Caller } from "@jst/caller";
import type { DeciderFacts, Proposer, TeamRules } from "@jst/changes";
import { AppError } from "@jst/errors";

/** Facts of a team with a second owner, which approves without passkeys. */
const plain = { isAlone: false, needsStepUp: false, isSteppedUp: false, hasPasskey: false };

/** Callers behind tokens: a token's last caller, until a test sets another. */
export class KnownCallers {
  readonly #callers = new Map<string, Caller | null>();
  readonly #facts = new Map<string, DeciderFacts | AppError>();
  readonly #rules = new Map<string, TeamRules | AppError>();

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

  /** The facts of who decides, as auth's database would have them; 401 for a revoked token. */
  factsOf({ teamId, tokenId }: Omit<Proposer, "door">): Promise<DeciderFacts> {
    const known = this.#facts.get(tokenId);
    if (known instanceof AppError) return Promise.reject(known);
    if (known !== undefined) return Promise.resolve(known);
    const caller = this.#callers.get(tokenId);
    if (caller?.team_id !== teamId)
      return Promise.reject(new AppError("revoked_token", "The token is revoked."));
    return Promise.resolve({
      ...plain,
      role: caller.role ?? null,
      provesMember: provesMember(caller),
      isFresh: caller.token_type === "member",
    });
  }

  /** From now on auth has these rules of the team, or answers with the error. */
  setRules(teamId: string, rules: TeamRules | AppError): void {
    this.#rules.set(teamId, rules);
  }

  /** The rules of the team, for callers who are signed with a version of them. */
  rulesOf(teamId: string, version: number | undefined): Promise<TeamRules | undefined> {
    const rules = version === undefined ? undefined : this.#rules.get(teamId);
    return rules instanceof AppError ? Promise.reject(rules) : Promise.resolve(rules);
  }

  /** Members who called as owners or admins of the team. */
  decidersOf(teamId: string): Promise<string[]> {
    const callers = [...this.#callers.values()].filter((caller) => caller?.team_id === teamId);
    const leading = callers.filter((caller) => isLeading(caller?.role));
    return Promise.resolve([...new Set(leading.flatMap((caller) => caller?.member_id ?? []))].sort());
  }
}

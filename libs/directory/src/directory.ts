import type { Caller } from "@jst/caller";
import { type FieldError, validationFailed } from "@jst/errors";
import { type Hop, isUuid } from "@jst/rpc";
import { type Find, type Kind, unknownId } from "./kinds.ts";

/** Ids one question may hold; every keeper says so in its proto. */
const IDS_MAX = 1_000;

/** The id of something that another service keeps, as a request names it. */
export interface Reference<Named extends Kind = Kind> {
  /** Place of the id in the request, such as `data.assignee`. */
  field: string;
  kind: Named;
  /** Nothing is asked where the request names nothing. */
  id: string | null | undefined;
}

/** The call in whose name the directory is asked: its team, its deadline, its departure. */
export interface AskingCall {
  caller: Pick<Caller, "team_id">;
  hop: Hop;
}

/** Knows what requests may name outside of their service: members (auth), contacts (crm), files (data). */
export class Directory<Named extends Kind = Kind> {
  readonly #finds: readonly (readonly [Kind, Find])[];

  /** `finds` has the keeper of every kind that this service asks for. */
  constructor(finds: Readonly<Record<Named, Find>>) {
    this.#finds = Object.entries<Find>(finds) as [Named, Find][];
  }

  /** Throws 422 `not_found`, at the place of each, for unknown ids, archived objects and those of other teams. */
  async requireKnown({ caller, hop }: AskingCall, ...references: readonly Reference<Named>[]): Promise<void> {
    const faults = await this.faultsOf(caller.team_id, references, hop);
    if (faults.length > 0) throw validationFailed(faults);
  }

  /**
   * The faults of references to things that the team does not have, in the order of the references. A keeper is asked
   * once per thousand ids, and only when something names what it keeps; unavailable or timeout when it does not answer.
   */
  async faultsOf(teamId: string, references: readonly Reference<Named>[], hop: Hop): Promise<FieldError[]> {
    const named = references.flatMap(({ field, kind, id }) =>
      typeof id === "string" ? [{ field, kind, id: id.toLowerCase() }] : [],
    );
    const known = new Map<Kind, ReadonlySet<string>>();
    for (const [kind, find] of this.#finds) {
      const ids = named.filter((one) => one.kind === kind && isUuid(one.id)).map(({ id }) => id);
      known.set(kind, await knownOf([...new Set(ids)], teamId, find, hop));
    }
    return named
      .filter(({ kind, id }) => known.get(kind)?.has(id) !== true)
      .map(({ kind, field }) => unknownId(kind, field));
  }
}

/** Looks up the ids, with as many calls as they need, and with none for no ids. */
async function knownOf(
  ids: readonly string[],
  teamId: string,
  find: Find,
  hop: Hop,
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let at = 0; at < ids.length; at += IDS_MAX)
    for (const id of await find(teamId, ids.slice(at, at + IDS_MAX), hop)) known.add(id);
  return known;
}

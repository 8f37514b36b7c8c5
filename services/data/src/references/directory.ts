import type { FieldError } from "@jst/errors";
import type { Hop, InternalClient } from "@jst/rpc";
import type { InternalCalls } from "../../gen/internal.ts";

/** Ids one question may hold; both services say so in their protos. */
const IDS_MAX = 1_000;

/** The id of something that another service keeps, as a request names it. */
export interface Reference {
  /** Place of the id in the request, such as `data.assignee`. */
  field: string;
  kind: "member" | "contact";
  id: string;
}

/** The words are the same for what is absent and what is another team's. */
const absent = {
  member: { code: "not_found", message: "The team has no member with this id." },
  contact: { code: "not_found", message: "The team has no contact with this id." },
};

/** Knows what cells may name outside this service: members, whom auth keeps, and contacts, whom crm keeps. */
export class Directory {
  readonly #auth: InternalClient<InternalCalls>;
  readonly #crm: InternalClient<InternalCalls>;

  constructor(auth: InternalClient<InternalCalls>, crm: InternalClient<InternalCalls>) {
    this.#auth = auth;
    this.#crm = crm;
  }

  /**
   * The faults of references to members and live contacts that the team does not have. A service is asked once, and
   * only when something names what it keeps; unavailable or timeout when it does not answer.
   */
  async faultsOf(teamId: string, references: readonly Reference[], hop: Hop): Promise<FieldError[]> {
    if (references.length === 0) return [];
    const known = {
      member: await inParts(idsOf(references, "member"), (ids) => this.#members(teamId, ids, hop)),
      contact: await inParts(idsOf(references, "contact"), (ids) => this.#contacts(teamId, ids, hop)),
    };
    return references
      .filter(({ kind, id }) => !known[kind].has(id))
      .map(({ field, kind }) => ({ field, ...absent[kind] }));
  }

  /** Lets calls in flight end and closes the connections. */
  close(): void {
    this.#auth.close();
    this.#crm.close();
  }

  async #members(team_id: string, ids: string[], hop: Hop): Promise<string[]> {
    const { members } = await this.#auth.call("auth.v1.Identities/FindMembers", { team_id, ids }, hop);
    return members.map(({ id }) => id);
  }

  async #contacts(team_id: string, ids: string[], hop: Hop): Promise<string[]> {
    return (await this.#crm.call("crm.v1.Directory/FindContacts", { team_id, ids }, hop)).ids;
  }
}

function idsOf(references: readonly Reference[], kind: Reference["kind"]): string[] {
  return [...new Set(references.filter((reference) => reference.kind === kind).map(({ id }) => id))];
}

/** What `find` knows of the ids, asked as often as they need; not at all without any. */
async function inParts(
  ids: readonly string[],
  find: (ids: string[]) => Promise<string[]>,
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    for (const id of await find(ids.slice(at, at + IDS_MAX))) known.add(id);
  }
  return known;
}

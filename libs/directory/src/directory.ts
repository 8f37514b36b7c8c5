import type { Caller, ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { type FieldError, validationFailed } from "@jst/errors";
import { type Hop, InternalClient, isUuid } from "@jst/rpc";
import { type DirectoryCalls, type Kind, kinds, unknownId } from "./kinds.ts";

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

/** Answers those of the ids that the team has; of no more than a thousand at once. */
export type Find = (teamId: string, ids: readonly string[], hop: Hop) => Promise<readonly string[]>;

/** Options of a directory. */
export interface DirectoryOptions<Named extends Kind> {
  /** gRPC address of the keeper of every kind that this service asks for. */
  addresses: Partial<Record<Named, string>>;
  /** Finders of kinds that this service stores itself: they return those of the ids that the team has. */
  own?: Partial<Record<Kind, Find>>;
  /** `internal` of the service's gen/internal.ts. */
  internal: { descriptor: Buffer; rpcs: readonly { name: string; readOnly: boolean }[] };
  /** Proves this service to the keepers. */
  identity: ServiceSigner;
  /** Set where services speak TLS with one another. */
  tls?: TlsIdentity | undefined;
}

/** The call in whose name the directory is asked: its team, its deadline, its departure. */
export interface AskingCall {
  caller: Pick<Caller, "team_id">;
  hop: Hop;
}

type KeeperClient = InternalClient<DirectoryCalls>;

/** Knows what requests may name outside of their service: members (auth), contacts (crm), files (data). */
export class Directory<Named extends Kind = Kind> {
  readonly #finds: ReadonlyMap<Kind, Find>;
  readonly #clients: readonly KeeperClient[];

  /** Throws when the contract does not let this service ask for a kind. */
  constructor({ addresses, own = {}, ...rest }: DirectoryOptions<Named>) {
    const asked = (Object.entries(addresses) as [Named, string][]).map(([kind, address]) => ({
      kind,
      client: clientOf(kind, address, rest),
    }));
    this.#clients = asked.map(({ client }) => client);
    this.#finds = new Map([
      ...asked.map(({ kind, client }) => [kind, asking(kind, client)] as const),
      ...(Object.entries(own) as [Kind, Find][]),
    ]);
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

  /** Lets calls in flight end and closes the connections. */
  close(): void {
    for (const client of this.#clients) client.close();
  }
}

function clientOf(
  kind: Kind,
  address: string,
  { internal, identity, tls }: Omit<DirectoryOptions<Kind>, "addresses">,
): KeeperClient {
  const { keeper, rpc } = kinds[kind];
  if (!internal.rpcs.some(({ name }) => name === rpc))
    throw new Error(`This service may not call ${rpc}: name it as a caller in the rpc's proto.`);
  return new InternalClient({ service: keeper, address, ...internal, identity, tls });
}

/** Asks the keeper of a kind. */
function asking(kind: Kind, keeper: KeeperClient): Find {
  return (team_id, ids, hop) =>
    kinds[kind].find((rpc, asked) => keeper.call(rpc, asked, hop), { team_id, ids: [...ids] });
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

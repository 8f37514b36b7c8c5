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

/** What a directory is made of. */
export interface DirectoryOptions<Named extends Kind> {
  /** gRPC address of the keeper of every kind that this service may ask for. */
  addresses: Record<Named, string>;
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

/** Knows what requests may name outside of their service: members, whom auth keeps, and contacts, whom crm keeps. */
export class Directory<Named extends Kind = Kind> {
  readonly #keepers: ReadonlyMap<Kind, KeeperClient>;

  /** Throws when the contract does not let this service ask for a kind. */
  constructor({ addresses, ...rest }: DirectoryOptions<Named>) {
    const entries = Object.entries(addresses) as [Named, string][];
    this.#keepers = new Map(entries.map(([kind, address]) => [kind, clientOf(kind, address, rest)]));
  }

  /** Throws 422 `not_found`, at the place of each, for ids of nobody, of archived things and of other teams' things. */
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
    for (const [kind, keeper] of this.#keepers) {
      const ids = named.filter((one) => one.kind === kind && isUuid(one.id)).map(({ id }) => id);
      known.set(kind, await knownOf(kind, [...new Set(ids)], teamId, keeper, hop));
    }
    return named
      .filter(({ kind, id }) => known.get(kind)?.has(id) !== true)
      .map(({ kind, field }) => unknownId(kind, field));
  }

  /** Lets calls in flight end and closes the connections. */
  close(): void {
    for (const keeper of this.#keepers.values()) keeper.close();
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

/** What the keeper knows of the ids, asked as often as they need; not at all without any. */
async function knownOf(
  kind: Kind,
  ids: readonly string[],
  team_id: string,
  keeper: KeeperClient,
  hop: Hop,
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    const question = { team_id, ids: ids.slice(at, at + IDS_MAX) };
    const found = await kinds[kind].find((rpc, asked) => keeper.call(rpc, asked, hop), question);
    for (const id of found) known.add(id);
  }
  return known;
}

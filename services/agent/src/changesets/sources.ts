import type { ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { InternalClient, type Hop } from "@jst/rpc";
import {
  internal,
  type Changeset,
  type ChangesetsFound,
  type ChangesetsWanted,
  type InternalCalls,
} from "../../gen/internal.ts";

const LIST = "changes.v1.Changes/ListChangesets";

/** Every service that has changesets, asked as one. */
export class ChangesetSources {
  readonly #clients: readonly InternalClient<InternalCalls>[];

  /** `addresses` are those of the services by name, host:port. */
  constructor(addresses: Readonly<Record<string, string>>, identity: ServiceSigner, tls?: TlsIdentity) {
    this.#clients = Object.entries(addresses).map(
      ([service, address]) =>
        new InternalClient<InternalCalls>({
          service,
          address,
          ...internal,
          identity,
          tls,
        }),
    );
  }

  /**
   * The newest changesets of all services together that the hop's caller may see, at most `limit`. Where a service has
   * not said all, what the others have behind its last is left out too. Rejects with unavailable or timeout when one
   * service does not answer: a list that silently lacks a part is none.
   */
  async newest(wanted: ChangesetsWanted, hop: Hop): Promise<ChangesetsFound> {
    const parts = await Promise.all(this.#clients.map((client) => client.call(LIST, wanted, hop)));
    const ends = parts.flatMap(({ changesets, has_more }) =>
      has_more ? changesets.slice(-1).map(uuidOf) : [],
    );
    const all = parts.flatMap(({ changesets }) => changesets);
    const changesets = all
      .filter((changeset) => ends.every((end) => uuidOf(changeset) >= end))
      .sort((a, b) => (uuidOf(a) < uuidOf(b) ? 1 : -1))
      .slice(0, wanted.limit);
    return { changesets, has_more: ends.length > 0 };
  }

  /** Lets calls in flight end and closes the connections. */
  close(): void {
    for (const client of this.#clients) client.close();
  }
}

/** The uuid v7 in `<service>_<uuid>`, the order of time. */
export function uuidOf({ id }: Changeset): string {
  return id.slice(id.indexOf("_") + 1);
}

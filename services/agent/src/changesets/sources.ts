import type { ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { AppError } from "@jst/errors";
import { InternalClient, type Hop } from "@jst/rpc";
import {
  internal,
  type ChangesetsFound,
  type ChangesetsWanted,
  type InternalCalls,
} from "../../gen/internal.ts";
import { askServices, isAway } from "../asking/ask-services.ts";
import { someSeconds, type Grace } from "../asking/grace.ts";
import { isAtEnd, type Places } from "./places.ts";

const LIST = "changes.v1.Changes/ListChangesets";

/** What one service answered. */
export interface Part extends ChangesetsFound {
  service: string;
}

/** What the services answered, and the names of those that did not. */
export interface Parts {
  answered: Part[];
  missing: string[];
}

interface Source {
  service: string;
  client: InternalClient<InternalCalls>;
}

/** Every service that has changesets, asked as one. */
export class ChangesetSources {
  readonly #sources: readonly Source[];
  readonly #onMissing: (service: string, error: Error) => void;
  readonly #grace: Grace;

  /**
   * `addresses` are those of the services by name, host:port; `onMissing` is told of each that did not answer; `grace`
   * is what the others have once one has answered, 3 s where it is not given.
   */
  constructor(
    addresses: Readonly<Record<string, string>>,
    {
      identity,
      tls,
      onMissing,
      grace,
    }: {
      identity: ServiceSigner;
      tls?: TlsIdentity | undefined;
      onMissing?: (service: string, error: Error) => void;
      grace?: Grace;
    },
  ) {
    this.#sources = Object.entries(addresses).map(([service, address]) => ({
      service,
      client: new InternalClient<InternalCalls>({ service, address, ...internal, identity, tls }),
    }));
    this.#onMissing = onMissing ?? (() => undefined);
    this.#grace = grace ?? someSeconds;
  }

  /**
   * The newest changesets of each service that the hop's caller may see, from its place on and at most `limit`; a
   * service that is at its end is not asked. Once one has answered, the others have the grace, and never more than the
   * hop's deadline. Rejects with unavailable or timeout when none of those asked answers.
   */
  async ask(wanted: Omit<ChangesetsWanted, "before">, places: Places, hop: Hop): Promise<Parts> {
    const asked = this.#sources.filter(({ service }) => !isAtEnd(places[service]));
    const { answered, missing, failures } = await askServices(
      asked,
      ({ service, client }, own) => {
        const before = places[service];
        return client.call(LIST, before === undefined ? wanted : { ...wanted, before }, own);
      },
      { hop, grace: this.#grace, isMissing: isAway, onMissing: this.#onMissing },
    );
    const [cause] = failures;
    if (cause !== undefined && answered.length === 0) throw unanswered(cause);
    return { answered: answered.map(({ service, answer }) => ({ service, ...answer })), missing };
  }

  /** Lets calls in flight end and closes the connections. */
  close(): void {
    for (const { client } of this.#sources) client.close();
  }
}

function unanswered(cause: Error): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError("unavailable", "No service answered that has more changesets. Try again.", { cause });
}

import { hasRight, isModuleOn, type Caller } from "@jst/caller";
import type { Hop } from "@jst/rpc";
import type { FaultsFound, Peers } from "../../gen/internal.ts";
import { askServices, type ServiceAnswers } from "../asking/ask-services.ts";
import { someSeconds, type Grace } from "../asking/grace.ts";

/** Whom the faults of each service concern: who may read this, while the module is on, if there is one. */
const SOURCES = {
  auth: { reads: "config", module: "" },
  commerce: { reads: "commerce", module: "commerce" },
  comms: { reads: "comms", module: "comms" },
  crm: { reads: "contacts", module: "context" },
  data: { reads: "tables", module: "context" },
  webhooks: { reads: "webhooks", module: "webhooks" },
} as const;

/** A service that is asked. */
type FaultSource = keyof typeof SOURCES;

/** The services that know what does not work for a team, asked as one. */
export class FaultSources {
  readonly #peers: Pick<Peers, FaultSource>;
  readonly #onMissing: (service: string, error: Error) => void;
  readonly #grace: Grace;

  /** `onMissing` is told of each service that did not answer; `grace` is what the others have once one has answered. */
  constructor(
    peers: Pick<Peers, FaultSource>,
    {
      onMissing = () => undefined,
      grace = someSeconds,
    }: { onMissing?: (service: string, error: Error) => void; grace?: Grace } = {},
  ) {
    this.#peers = peers;
    this.#onMissing = onMissing;
    this.#grace = grace;
  }

  /** What each service knows that concerns the caller; one that fails, however it does, hides nothing of the others. */
  ask(caller: Caller, hop: Hop): Promise<ServiceAnswers<FaultsFound>> {
    const sources = (Object.keys(SOURCES) as FaultSource[]).map((service) => ({
      service,
      ...SOURCES[service],
    }));
    const concerning = sources.filter(
      ({ reads, module }) =>
        hasRight(caller, reads, "read") && (module === "" || isModuleOn(caller.team.modules, module)),
    );
    return askServices(
      concerning,
      ({ service }, own) => this.#peers[service].listFaults({ team_id: caller.team_id }, own),
      { hop, grace: this.#grace, isMissing: (error) => error instanceof Error, onMissing: this.#onMissing },
    );
  }
}

import { hasRight, isModuleOn, type Caller } from "@jst/caller";
import type { Hop } from "@jst/rpc";
import type { FaultsFound, Peers } from "../../gen/internal.ts";
import { askServices, type ServiceAnswers } from "../asking/ask-services.ts";
import { someSeconds, type Grace } from "../asking/grace.ts";

/** Readers of each service's faults: callers with this scope, while the module is on, if there is one. */
const SOURCES = {
  account: { reads: "config", module: "" },
  commerce: { reads: "commerce", module: "commerce" },
  comms: { reads: "comms", module: "comms" },
  crm: { reads: "contacts", module: "contacts" },
  data: { reads: "tables", module: "tables" },
  emr: { reads: "emr", module: "emr" },
  scheduling: { reads: "scheduling", module: "scheduling" },
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

  /** Asks each service for the faults that concern the caller; one that fails hides nothing of the others. */
  async ask(caller: Caller, hop: Hop): Promise<ServiceAnswers<FaultsFound>> {
    const { modules } = caller.team;
    const concerning = (Object.keys(SOURCES) as FaultSource[])
      .map((service) => ({ service, ...SOURCES[service] }))
      .filter(
        ({ reads, module }) =>
          hasRight(caller, reads, "read") && (module === "" || isModuleOn(modules, module)),
      );
    const answers = await askServices(
      concerning,
      ({ service }, own) => this.#peers[service].listFaults({ team_id: caller.team_id }, own),
      { hop, grace: this.#grace, isMissing: (error) => error instanceof Error, onMissing: this.#onMissing },
    );
    if (isModuleOn(modules, "context")) return answers;
    return { ...answers, answered: answers.answered.map(withoutIndex) };
  }
}

/** Leaves out the index, which a team without the module does not use. */
function withoutIndex({ service, answer }: ServiceAnswers<FaultsFound>["answered"][number]) {
  return { service, answer: { faults: answer.faults.filter(({ component }) => component !== "context") } };
}

import { AppError, asAppError, notFound, type Problem } from "@jst/errors";
import type { Hop } from "@jst/rpc";
import type {
  ChangesetsFound,
  ChangesetsWanted,
  DecisionItem,
  DecisionResult,
  OwnDecisions,
  Peers,
  RulesJudged,
  RulesTried,
} from "../../gen/internal.ts";
import type { changesetServices } from "../../gen/services.ts";
import { askServices, isAway } from "../asking/ask-services.ts";
import { someSeconds, untilDeadline, type Grace } from "../asking/grace.ts";
import { isAtEnd, type Places } from "./places.ts";

/** Reply of one service. */
export interface Part extends ChangesetsFound {
  service: string;
}

/** Replies of the services, and the names of those that did not answer. */
export interface Parts {
  answered: Part[];
  missing: string[];
}

/** A service that has changesets. */
type ChangesetService = (typeof changesetServices)[number];

/** Every service that has changesets, asked as one. */
export class ChangesetSources {
  readonly #services: readonly ChangesetService[];
  readonly #peers: Pick<Peers, ChangesetService>;
  readonly #onMissing: (service: string, error: Error) => void;
  readonly #grace: Grace;

  /** `onMissing` is called for each service that does not answer; `grace` is the time of the others after an answer. */
  constructor(
    services: readonly ChangesetService[],
    peers: Pick<Peers, ChangesetService>,
    {
      onMissing = () => undefined,
      grace = someSeconds,
    }: { onMissing?: (service: string, error: Error) => void; grace?: Grace } = {},
  ) {
    this.#services = services;
    this.#peers = peers;
    this.#onMissing = onMissing;
    this.#grace = grace;
  }

  /**
   * The newest changesets of each service that the hop's caller may see, from its place on and at most `limit`; a
   * service that is at its end is not asked. Once one has answered, the others have the grace, and never more than the
   * hop's deadline. Rejects with unavailable or timeout when none of those asked answers.
   */
  async ask(wanted: Omit<ChangesetsWanted, "before">, places: Places, hop: Hop): Promise<Parts> {
    const asked = this.#services
      .filter((service) => !isAtEnd(places[service]))
      .map((service) => ({ service }));
    const { answered, missing, failures } = await askServices(
      asked,
      ({ service }, own) => {
        const before = places[service];
        return this.#peers[service].listChangesets(
          before === undefined ? wanted : { ...wanted, before },
          own,
        );
      },
      { hop, grace: this.#grace, isMissing: isAway, onMissing: this.#onMissing },
    );
    const [cause] = failures;
    if (cause !== undefined && answered.length === 0) throw unanswered(cause);
    return { answered: answered.map(({ service, answer }) => ({ service, ...answer })), missing };
  }

  /**
   * Has each service judge its history by rules. There is no grace: a service may need all its time. Rejects with
   * unavailable or timeout when none answers.
   */
  async tryRules(
    wanted: RulesTried,
    hop: Hop,
  ): Promise<{ answered: (RulesJudged & { service: string })[]; missing: string[] }> {
    const { answered, missing, failures } = await askServices(
      this.#services.map((service) => ({ service })),
      ({ service }, own) => this.#peers[service].tryRules(wanted, own),
      { hop, grace: untilDeadline, isMissing: isAway, onMissing: this.#onMissing },
    );
    const [cause] = failures;
    if (cause !== undefined && answered.length === 0) throw unanswered(cause);
    return { answered: answered.map(({ service, answer }) => ({ service, ...answer })), missing };
  }

  /**
   * Decides on changesets service by service, all services at once; results are in the order of the items. A service
   * that cannot answer fails its own items, and an id of an unknown service is absent: `problemOf` renders the refusal.
   */
  async decide(
    { items, ...decision }: OwnDecisions,
    hop: Hop,
    problemOf: (error: AppError) => Problem,
  ): Promise<DecisionResult[]> {
    const groups = Map.groupBy(items, ({ id }) => this.#services.find((name) => id.startsWith(`${name}_`)));
    const refused = (own: readonly DecisionItem[], error: AppError): DecisionResult[] =>
      own.map(({ id }) => ({ id, status: error.status, problem: problemOf(error) }));
    const answers = await Promise.all(
      [...groups].map(async ([service, own]) => {
        if (service === undefined) return refused(own, notFound());
        try {
          const { results } = await this.#peers[service].decideChangesets({ ...decision, items: own }, hop);
          return results;
        } catch (error) {
          // Decisions of the other services are answered in any case.
          if (error instanceof Error && hop.departure?.().aborted !== true) this.#onMissing(service, error);
          return refused(own, asAppError(error));
        }
      }),
    );
    const byId = new Map(answers.flat().map((result) => [result.id, result]));
    return items.flatMap(({ id }) => byId.get(id) ?? []);
  }
}

function unanswered(cause: Error): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError("unavailable", "The services with further changesets did not answer. Try again.", {
    cause,
  });
}

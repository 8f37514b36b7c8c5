import { AppError, isErrorCode } from "@jst/errors";
import { InternalRefusal, type Hop } from "@jst/rpc";
import type { FoundPassage, Peers, SearchFound, SearchWanted } from "../../gen/internal.ts";

/** Query to all services; each is asked for the kinds that it has. */
export type SourceQuery = Omit<SearchWanted, "kinds">;

/** Which service has passages of which source. */
const KINDS = {
  tables: "rows",
  bases: "blocks",
  contacts: "contacts",
} as const;

/** A source of passages, as callers name it. */
export type SourceName = keyof typeof KINDS;

/** Every source. */
export const sourceNames = Object.keys(KINDS) as SourceName[];

/** A passage with the name of its source. */
export interface SourcePassage extends FoundPassage {
  source: SourceName;
}

/** Passages that all services find together. */
export interface FoundInSources {
  passages: SourcePassage[];
  /** Whether each of them has compared the question with vectors. One of an older release never says so. */
  hasVectors: boolean;
}

/** The services that have something to be found, asked as one. */
export class KnowledgeSources {
  readonly #peers: Pick<Peers, "data" | "crm">;

  constructor(peers: Pick<Peers, "data" | "crm">) {
    this.#peers = peers;
  }

  /**
   * Asks each source for its passages. Rejects with a service's refusal, and if a source that is asked does not answer.
   */
  async ask(sources: readonly SourceName[], wanted: SourceQuery, hop: Hop): Promise<FoundInSources> {
    const kinds = sources.filter((name) => name !== "contacts").map((name) => KINDS[name]);
    const { team_id, query, limit, meaning, by_meaning_alone = false } = wanted;
    const contacts: SearchWanted = { team_id, query, limit, kinds: [KINDS.contacts] };
    if (meaning !== undefined) Object.assign(contacts, { meaning, by_meaning_alone });
    const asked: Promise<SearchFound>[] = [];
    if (kinds.length > 0) asked.push(this.#peers.data.searchData({ ...wanted, kinds }, hop));
    if (sources.includes("contacts")) asked.push(this.#peers.crm.searchContacts(contacts, hop));
    const answers = await Promise.all(asked).catch((error: unknown) => {
      throw asOurs(error);
    });
    return {
      passages: answers.flatMap(({ passages }) => passages).map(named),
      hasVectors: answers.length > 0 && answers.every(({ has_vectors }) => has_vectors),
    };
  }
}

function named(passage: FoundPassage): SourcePassage {
  const source = sourceNames.find((name) => KINDS[name] === passage.kind);
  if (source === undefined) throw new Error(`There is no source of ${passage.kind}.`);
  return { ...passage, source };
}

/** Returns a service's refusal of the question as our own: it has judged the caller's input. */
function asOurs(error: unknown): unknown {
  if (!(error instanceof InternalRefusal) || !isErrorCode(error.code)) return error;
  const { errors, detail, position } = error.problem;
  return new AppError(error.code, detail, {
    ...(errors === undefined ? {} : { errors }),
    ...(position === undefined ? {} : { extension: { position } }),
    cause: error,
  });
}

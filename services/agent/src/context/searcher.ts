import type { Hop } from "@jst/rpc";
import type { ContextQuestion, ContextAnswer } from "../../gen/rpc.ts";
import { fuse, type Fused } from "./fuse.ts";
import type { KnowledgeSources, SourceName, SourcePassage, SourceQuery } from "./knowledge-sources.ts";
import type { Meanings } from "./meanings.ts";

/** Fewest passages that each service looks for where there are two orders: the best of both may be far down in each. */
const CANDIDATES_MIN = 10;

/** By words, by meaning, or by both. */
export type Mode = NonNullable<ContextQuestion["mode"]>;

/** A question, with the sources that are looked through. */
export interface Search {
  sources: readonly SourceName[];
  mode: Mode;
  wanted: SourceQuery;
}

/** Passages that were found, best first, and the kind of search. */
export interface Searched {
  fused: Fused[];
  modeUsed: ContextAnswer["mode_used"];
}

/** Asks the services that know something, and makes one order of what they find. */
export class Searcher {
  readonly #knowledge: KnowledgeSources;
  readonly #meanings: Meanings;

  constructor(knowledge: KnowledgeSources, meanings: Meanings) {
    this.#knowledge = knowledge;
    this.#meanings = meanings;
  }

  /** The best passages; by their words where the question has no meaning to go by (context.modes). */
  async search({ sources, mode, wanted }: Search, hop: Hop): Promise<Searched> {
    const { team_id, query, limit } = wanted;
    const isAsked = sources.length > 0;
    const meaning =
      isAsked && mode !== "text" ? await this.#meanings.meaningOf(team_id, query, hop) : undefined;
    if (meaning !== undefined) {
      const candidates = Math.max(limit, CANDIDATES_MIN);
      const both = { ...wanted, limit: candidates, meaning, by_meaning_alone: mode === "semantic" };
      const { passages, hasVectors } = await this.#knowledge.ask(sources, both, hop);
      const rankings = mode === "semantic" ? [byMeaning(passages)] : [byWords(passages), byMeaning(passages)];
      if (hasVectors) return { fused: fuse(rankings).slice(0, limit), modeUsed: mode };
    }
    const { passages } = isAsked ? await this.#knowledge.ask(sources, wanted, hop) : { passages: [] };
    return { fused: fuse([byWords(passages)]).slice(0, limit), modeUsed: "text" };
  }
}

/** Orders the passages with words of the question by how much of it they have. */
function byWords(passages: readonly SourcePassage[]): SourcePassage[] {
  return ordered(passages, ({ score }) => (score > 0 ? score : undefined));
}

/** Orders the passages that were compared with the meaning by distance. */
function byMeaning(passages: readonly SourcePassage[]): SourcePassage[] {
  return ordered(passages, ({ nearness }) => nearness);
}

/** Ties go by id. */
function ordered(
  passages: readonly SourcePassage[],
  worthOf: (passage: SourcePassage) => number | undefined,
): SourcePassage[] {
  return passages
    .flatMap((passage) => {
      const worth = worthOf(passage);
      return worth === undefined ? [] : [{ passage, worth }];
    })
    .sort((one, other) => other.worth - one.worth || (one.passage.id < other.passage.id ? -1 : 1))
    .map(({ passage }) => passage);
}

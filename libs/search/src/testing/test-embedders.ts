import { vectorOf } from "@jst/testing";
import type { EmbeddedTexts, TeamEmbedder, TeamEmbedders } from "../embedders.ts";

/** Embedders of tests, in place of auth, which has tests of its own. */
export interface TestEmbedders extends TeamEmbedders {
  /** The teams that have said so. */
  teams: TeamEmbedder[];
  /** Texts as they came, of each team. */
  sent: { teamId: string; texts: readonly string[] }[];
  /** True while nothing comes of any address. */
  isAway: boolean;
  /** Texts with this in them are refused. */
  refused?: string;
}

/** Vectors of what the texts say. */
export function testEmbedders(size = 384): TestEmbedders {
  const embedders: TestEmbedders = {
    teams: [],
    sent: [],
    isAway: false,
    list: () => Promise.resolve([...embedders.teams]),
    embed: (teamId, texts) => Promise.resolve(answerTo(teamId, texts)),
  };
  const answerTo = (teamId: string, texts: readonly string[]): EmbeddedTexts => {
    embedders.sent.push({ teamId, texts });
    const embedder = embedders.teams.find(({ team_id }) => team_id === teamId)?.embedder;
    const { refused, isAway } = embedders;
    if (embedder === undefined) return { vectors: [], failure: "off" };
    if (isAway) return { embedder, vectors: [], failure: "away" };
    if (refused !== undefined && texts.some((text) => text.includes(refused)))
      return { embedder, vectors: [], failure: "refused" };
    return { embedder, size, vectors: texts.map((text) => packedVector(text, size)) };
  };
  return embedders;
}

/** A text as a vector, as auth answers it. */
export function packedVector(text: string, size = 384): string {
  const vector = vectorOf(text, size);
  const length = Math.hypot(...vector);
  const bytes = Buffer.alloc(size * 4);
  for (const [at, one] of vector.entries()) bytes.writeFloatLE(one / length, at * 4);
  return bytes.toString("base64");
}

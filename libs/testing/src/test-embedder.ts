import { after } from "node:test";
import { answerVectors, startEmbedder, type EmbeddingsAsked, type EmbeddingsWay } from "./embedder.ts";

/** An address of embeddings, as teams name one. */
export interface TestEmbedder {
  url: string;
  /** Requests that it got, the oldest first. */
  asked: EmbeddingsAsked[];
  /** From now on it answers so; without a way, with vectors of what the texts say. */
  answerBy: (way?: EmbeddingsWay) => void;
}

/** An address of embeddings that ends with the test file. Call it at the top of one. */
export async function testEmbedder(): Promise<TestEmbedder> {
  const asked: EmbeddingsAsked[] = [];
  let way: EmbeddingsWay = answerVectors;
  const { url, close } = await startEmbedder(0, (one, response) => {
    asked.push(one);
    way(one, response);
  });
  after(close);
  const answerBy: TestEmbedder["answerBy"] = (other = answerVectors) => {
    way = other;
  };
  return { url, asked, answerBy };
}

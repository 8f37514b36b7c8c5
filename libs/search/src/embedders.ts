import { InternalClient, type InternalClientOptions } from "@jst/rpc";
import { randomUUID } from "node:crypto";

/** Texts as vectors, or why there are none. */
export interface EmbeddedTexts {
  embedder?: string;
  /** Numbers of each vector. */
  size?: number;
  /** In base64, in the order of the texts. */
  vectors: readonly string[];
  /** off, refused (these texts) or away. */
  failure?: string;
}

/** A team that has its texts turned into vectors, and by what. */
export interface TeamEmbedder {
  team_id: string;
  embedder: string;
}

/** Embedders that turn texts of teams into vectors. */
export interface TeamEmbedders {
  /** The teams that have said so. */
  list(): Promise<readonly TeamEmbedder[]>;
  embed(teamId: string, texts: readonly string[]): Promise<EmbeddedTexts>;
}

/** The rpcs of auth that are asked. */
interface EmbeddingCalls {
  "auth.v1.Embeddings/Embed": {
    request: { team_id: string; texts: readonly string[] };
    response: EmbeddedTexts;
    readOnly: boolean;
  };
  "auth.v1.Embeddings/ListEmbedders": {
    request: object;
    response: { embedders: TeamEmbedder[] };
    readOnly: boolean;
  };
}

const LIST_MS = 5_000;
/** Longer than an address may take. */
const EMBED_MS = 25_000;

/** Asks auth, which alone calls addresses that teams have named. */
export class AuthEmbedders implements TeamEmbedders {
  readonly #auth: InternalClient<{ [Name in keyof EmbeddingCalls]: EmbeddingCalls[Name] }>;

  constructor(options: Omit<InternalClientOptions, "service">) {
    this.#auth = new InternalClient({ ...options, service: "auth" });
  }

  async list(): Promise<readonly TeamEmbedder[]> {
    return (await this.#auth.call("auth.v1.Embeddings/ListEmbedders", {}, hopOf(LIST_MS))).embedders;
  }

  embed(team_id: string, texts: readonly string[]): Promise<EmbeddedTexts> {
    return this.#auth.call("auth.v1.Embeddings/Embed", { team_id, texts }, hopOf(EMBED_MS));
  }

  /** Lets calls in flight end and closes the connection. */
  close(): void {
    this.#auth.close();
  }
}

function hopOf(ms: number): { requestId: string; deadline: number } {
  return { requestId: randomUUID(), deadline: Date.now() + ms };
}

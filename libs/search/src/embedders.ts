import { hopWithin, type PeerRpc } from "@jst/rpc";

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

/** The rpcs of account that turn texts into vectors. */
interface EmbedderPeer {
  embed: PeerRpc<{ team_id: string; texts: string[] }, EmbeddedTexts>;
  listEmbedders: PeerRpc<object, { embedders: TeamEmbedder[] }>;
}

const LIST_MS = 5_000;
/** Longer than an address may take. */
const EMBED_MS = 25_000;

/** Embedders at account, which alone calls addresses that teams have named. */
export function embeddersAt(account: EmbedderPeer): TeamEmbedders {
  return {
    list: async () => (await account.listEmbedders({}, hopWithin(LIST_MS))).embedders,
    embed: (team_id, texts) => account.embed({ team_id, texts: [...texts] }, hopWithin(EMBED_MS)),
  };
}

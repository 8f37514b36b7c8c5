import { Connections, get, UrlRefused, type PostAnswer, type UrlGuard } from "@jst/jobs/outbound";
import { parseJson } from "@jst/rpc";
import { LRUCache } from "lru-cache";
import { clientMetadataOf, type ClientMetadata } from "./client-metadata.ts";
import { OAuthError } from "./oauth-error.ts";

const BYTES_MAX = 5_120;
const FETCH_MS = 5_000;
const DEPTH_MAX = 16;
const KEPT_S_MAX = 24 * 3_600;
const KEPT_MAX = 1_000;
const CHARS_MAX = 2_048;

/** True for the spelling of a client's address: the guard decides whether its scheme is good and its host public. */
export function isDocumentAddress(clientId: string): boolean {
  if (clientId.length > CHARS_MAX || !/^https?:\/\/[^/?#\\@\s]+\/[^#\\\s]+$/.test(clientId)) return false;
  if (!URL.canParse(clientId)) return false;
  const path = clientId.replace(/^https?:\/\/[^/]+/, "").replace(/\?.*$/s, "");
  // As it is written it must be what is fetched: a parser takes segments of dots away.
  return !path.split("/").some((part) => /^(?:\.|%2e){1,2}$/i.test(part));
}

/** Documents in which clients describe themselves (CIMD), fetched through the guard of addresses (oauth.document). */
export class ClientDocuments {
  readonly #guard: UrlGuard;
  readonly #connections = new Connections();
  readonly #known = new LRUCache<string, ClientMetadata>({ max: KEPT_MAX });

  constructor(guard: UrlGuard) {
    this.#guard = guard;
  }

  /**
   * True for a client that is named by the address of its document (oauth.document). Plain http is such an address on
   * the developer's own machine alone, since anybody on the way could write what is believed of the client.
   */
  names(clientId: string): boolean {
    return isDocumentAddress(clientId) && this.#guard.isSecure(clientId);
  }

  /** Reads the metadata of the client from its document; throws OAuthError if the document is absent or invalid. */
  async find(clientId: string): Promise<ClientMetadata> {
    const known = this.#known.get(clientId);
    if (known !== undefined) return known;
    const answer = await this.#fetch(clientId);
    const metadata = metadataIn(clientId, answer);
    const seconds = keptSeconds(answer.headers["cache-control"]);
    if (seconds > 0) this.#known.set(clientId, metadata, { ttl: seconds * 1_000 });
    return metadata;
  }

  close(): void {
    this.#connections.close();
  }

  async #fetch(url: string): Promise<PostAnswer> {
    try {
      const target = await this.#guard.pinSecure(url);
      const headers = { accept: "application/json" };
      const asked = { recipient: url, url, target, headers, timeoutMs: FETCH_MS, answerBytesMax: BYTES_MAX };
      return await get(asked, this.#guard, this.#connections);
    } catch (error) {
      const why = error instanceof UrlRefused ? error.message : "It could not be downloaded.";
      throw new OAuthError("invalid_client", `The metadata document of this client is not available. ${why}`);
    }
  }
}

function metadataIn(clientId: string, { status, headers, body }: PostAnswer): ClientMetadata {
  const type = headers["content-type"] ?? "";
  if (status !== 200 || !/^application\/(?:json|[a-z0-9.+-]+\+json)\s*(?:;|$)/i.test(type)) throw unfit();
  const document = parsed(body);
  const metadata = clientMetadataOf(document);
  const said = document as Record<string, unknown>;
  if (said["client_id"] !== clientId || "client_secret" in said || !isPublic(said)) throw unfit();
  return metadata;
}

/** True for a client without a secret of ours; one that could also sign names `none` among its methods. */
function isPublic(said: Record<string, unknown>): boolean {
  const method = said["token_endpoint_auth_method"];
  const others = said["token_endpoint_auth_methods_supported"];
  if (method === undefined || method === "none") return true;
  return Array.isArray(others) && others.includes("none");
}

function parsed(body: Buffer): unknown {
  try {
    return parseJson(body, DEPTH_MAX);
  } catch {
    throw unfit();
  }
}

function unfit(): OAuthError {
  return new OAuthError(
    "invalid_client",
    "The metadata document of this client is not valid: it must be JSON with the same client_id and without a client_secret.",
  );
}

/** For how long an answer may be kept: what it says, a day at most; not at all where it says nothing. */
function keptSeconds(header: string | undefined): number {
  const words = (header ?? "")
    .toLowerCase()
    .split(",")
    .map((word) => word.trim());
  if (words.some((word) => /^(?:no-store|no-cache)\b/.test(word))) return 0;
  const age = words
    .map((word) => /^max-age="?(\d{1,9})"?$/.exec(word)?.[1])
    .find((found) => found !== undefined);
  return Math.min(Number(age ?? 0), KEPT_S_MAX);
}

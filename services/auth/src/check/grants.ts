import type { CallerSigner, Door } from "@jst/caller";
import { okPart } from "./check-response.ts";
import { callerOf, type Grant, type KnownToken } from "./known-token.ts";
import { rateLimitPolicy } from "../rate-limits.ts";
import { issuerOf } from "../teams/place.ts";

/** Milliseconds a signed caller must still live when it is handed out: the longest request (limits.time). */
const REMAINING_MS = 30_000;

/** Prepares allowed answers: one signature per token and door, renewed before it could run out during a request. */
export class Grants {
  readonly #signer: CallerSigner;
  readonly #baseUrl: string;
  readonly #now: () => number;
  readonly #pending = new WeakMap<KnownToken, Map<Door, Promise<Buffer>>>();

  constructor(signer: CallerSigner, baseUrl: string, now: () => number = Date.now) {
    this.#signer = signer;
    this.#baseUrl = baseUrl;
    this.#now = now;
  }

  /** Returns the part of the allowed answer that all requests of this token through this door share. */
  part(token: KnownToken, door: Door): Buffer | Promise<Buffer> {
    const grant = token.grants.get(door);
    if (grant !== undefined && this.#isFresh(grant, token)) return grant.part;
    const pending = this.#pending.get(token)?.get(door);
    return pending ?? this.#sign(token, door);
  }

  /** In the last seconds of the API token's own life no signature could last longer. */
  #isFresh(grant: Grant, token: KnownToken): boolean {
    const now = this.#now();
    return grant.until > now && (grant.until - now >= REMAINING_MS || grant.until >= token.expiresAt);
  }

  #sign(token: KnownToken, door: Door): Promise<Buffer> {
    const doors = this.#pending.get(token) ?? new Map<Door, Promise<Buffer>>();
    this.#pending.set(token, doors);
    const signing = this.#signed(token, door).finally(() => doors.delete(door));
    doors.set(door, signing);
    return signing;
  }

  async #signed(token: KnownToken, door: Door): Promise<Buffer> {
    const signed = await this.#signer.sign(
      callerOf(token, door, issuerOf(token.stored.app?.host ?? null, this.#baseUrl)),
      token.expiresAt,
    );
    const part = okPart({
      upstream: { "x-internal-token": signed.token },
      remove: ["authorization", "cookie"],
      response: {
        "ratelimit-policy": rateLimitPolicy(token.stored.type),
        // A browser keeps nothing of what a member was shown (sessions.api).
        ...(door === "console" ? { "cache-control": "no-store" } : {}),
      },
    });
    token.grants.set(door, { part, until: signed.expiresAt });
    return part;
  }
}

import { isPublicAddress } from "./addresses.ts";
import type { Resolve } from "./resolve.ts";
import {
  isLocalException,
  NameUnknown,
  parseTarget,
  UrlRefused,
  type GuardRules,
  type Target,
} from "./target.ts";

/** A target and the one address to connect to: all addresses of its name have been checked. */
export interface PinnedTarget extends Target {
  address: string;
}

/** Lets customers name the public internet and nothing else: when a URL is stored, and at each use. */
export class UrlGuard {
  readonly #rules: GuardRules;
  readonly #resolve: Resolve;

  constructor(rules: GuardRules, resolve: Resolve) {
    this.#rules = rules;
    this.#resolve = resolve;
  }

  /**
   * Throws UrlRefused. A name that does not resolve is let pass: DNS may lag, each use checks again
   * (events.connection).
   */
  async checkNew(url: string): Promise<void> {
    const target = parseTarget(url, this.#rules);
    if (target.address !== undefined) return;
    const addresses = await this.#resolve(target.host).catch(() => []);
    this.#requirePublic(addresses);
  }

  /** Resolves the name once and checks every address it has; what is connected to is the answer's address alone. */
  async pin(url: string): Promise<PinnedTarget> {
    const target = parseTarget(url, this.#rules);
    if (target.address !== undefined) return { ...target, address: target.address };
    const addresses = await this.#resolve(target.host);
    this.#requirePublic(addresses);
    const [address] = addresses;
    if (address === undefined)
      throw new NameUnknown(
        "The host name of the URL has no address in DNS. Check the spelling, or the DNS record.",
      );
    return { ...target, address };
  }

  /** True for a URL of https, and for the exception of the local fleet. */
  isSecure(url: string): boolean {
    return /^https:/i.test(url) || isLocalException(url, this.#rules);
  }

  /** Pins as `pin` does, for an answer that is believed: a URL of plain http is refused before its name is resolved. */
  async pinSecure(url: string): Promise<PinnedTarget> {
    if (!this.isSecure(url)) throw new UrlRefused("The URL must start with https://.");
    return this.pin(url);
  }

  /** Whether a socket that is open may be used: the last look, at what was really connected to. */
  permits(url: string, remoteAddress: string | undefined): boolean {
    if (remoteAddress === undefined) return false;
    if (isLocalException(url, this.#rules)) return remoteAddress === "127.0.0.1";
    return isPublicAddress(remoteAddress, this.#rules.refusedRanges);
  }

  #requirePublic(addresses: readonly string[]): void {
    if (addresses.every((address) => isPublicAddress(address, this.#rules.refusedRanges))) return;
    throw new UrlRefused(
      "The host name resolves to an address that is not public. Use a host that the public internet reaches.",
    );
  }
}

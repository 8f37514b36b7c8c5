import { AppError } from "@jst/errors";

/** Which pages of the web may call. */
export interface OriginRule {
  baseUrl: string;
  /** Origins allowed besides our own, as browsers write them. */
  allowed: readonly string[];
}

/**
 * Throws 403 for a request sent by a page that is none of ours: DNS rebinding ends here. Ours are the base URL, the
 * host that was called (auth has checked it), and, where the base URL is loopback, any loopback page.
 */
export function requireOrigin(origin: string | undefined, host: string | undefined, rule: OriginRule): void {
  if (origin === undefined || rule.allowed.includes(origin)) return;
  const page = URL.parse(origin);
  const isHttp = page?.protocol === "http:" || page?.protocol === "https:";
  if (page !== null && isHttp && page.origin === origin.toLowerCase()) {
    if (page.origin === new URL(rule.baseUrl).origin || page.hostname === hostName(host)) return;
    if (isLoopback(new URL(rule.baseUrl).hostname) && isLoopback(page.hostname)) return;
  }
  throw new AppError("origin_not_allowed", "Pages of this origin may not call; call from a server.");
}

function hostName(host: string | undefined): string | undefined {
  return host?.toLowerCase().replace(/:\d+$/, "");
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

import { Resolver } from "node:dns/promises";

/** Addresses of a name, IPv4 before IPv6; none when it does not exist. Rejects when DNS gives no answer in time. */
export type Resolve = (name: string) => Promise<string[]>;

const absent: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * Asks the servers directly, those of the system unless others are named: neither /etc/hosts nor search domains have a
 * say.
 */
export function dnsResolver(timeoutMs: number, servers?: readonly string[]): Resolve {
  return async (name) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
    if (servers !== undefined) resolver.setServers(servers);
    const plain = name.replace(/\.$/, "");
    const answers = await Promise.allSettled([resolver.resolve4(plain), resolver.resolve6(plain)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    for (const answer of answers) {
      // One family without an answer could hide an address that is not public.
      if (answer.status === "rejected" && !absent.has((answer.reason as { code?: unknown }).code))
        throw answer.reason;
    }
    return addresses;
  };
}

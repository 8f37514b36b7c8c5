import ipaddr from "ipaddr.js";

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** Refused IPv4 blocks: every block that is not the public internet (events.public-url). */
const refusedV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // A cloud's metadata service on a public unicast address.
  "168.63.129.16/32",
].map((range) => ipaddr.parseCIDR(range));

/** IPv6 is refused but for global unicast, less what in there is tunnelled, reserved or documentation. */
const publicV6 = ipaddr.parseCIDR("2000::/3");
const refusedV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].map((range) =>
  ipaddr.parseCIDR(range),
);

/** Reads `10.0.0.0/8, fd00::/8`: the deployment's own nodes, pods and services. Throws for an invalid range. */
export function parseRanges(text: string): Range[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "").map((part) => ipaddr.parseCIDR(part));
}

/** Tests whether a customer's address may be connected to. A text that is not a plain address may not. */
export function isPublicAddress(text: string, refused: readonly Range[] = []): boolean {
  if (!ipaddr.isValid(text) || text.includes("%")) return false;
  const address = ipaddr.parse(text);
  const isIn = ([network, bits]: Range) =>
    address instanceof ipaddr.IPv4
      ? network instanceof ipaddr.IPv4 && address.match(network, bits)
      : network instanceof ipaddr.IPv6 && address.match(network, bits);
  if (refused.some(isIn)) return false;
  if (address.kind() === "ipv4") return ipaddr.IPv4.isValidFourPartDecimal(text) && !refusedV4.some(isIn);
  return isIn(publicV6) && !refusedV6.some(isIn);
}

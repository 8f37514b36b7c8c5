/**
 * Normalizes a host to the form that is stored and compared: lower case, without port and without the trailing dot of
 * the root.
 */
export function normalizedHost(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
}

const LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const HOST_NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(\\.${LABEL})*$`);

/** True for a host name that can be mapped to a team; it must be normalised before. */
export function isHostName(host: string): boolean {
  return HOST_NAME.test(host);
}

/** True for a host by which every team is reached: loopback, and the one of the base URL. */
export function isEveryones(host: string, baseUrl: string): boolean {
  return (
    host === "localhost" || /^127(\.\d+){3}$/.test(host) || host === normalizedHost(new URL(baseUrl).host)
  );
}

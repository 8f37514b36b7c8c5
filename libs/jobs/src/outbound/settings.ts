import { choice, text } from "@jst/config";

/** Settings of every service that sends to addresses which others name; one guard reads them (events.public-url). */
export const guardSettings = {
  /** `allow` accepts `http://127.0.0.1:<port>` in exactly this spelling: for a fleet on a developer's machine. */
  loopbackTargets: choice("WEBHOOK_LOOPBACK_TARGETS", ["refuse", "allow"], "refuse"),
  /** Ports that loopback targets may not have, `8080-8112`: the doors of the developer's fleet itself. */
  fleetPorts: text("WEBHOOK_LOOPBACK_FLEET_PORTS", ""),
  /** Further ranges that are refused, such as those of nodes, pods and services: `10.0.0.0/8,fd00::/8`. */
  refusedRanges: text("WEBHOOK_REFUSED_RANGES", ""),
  /** Further host names that are refused with all below them, separated by commas. */
  refusedHosts: text("WEBHOOK_REFUSED_HOSTS", ""),
};

import type { TestServices } from "@jst/testing";
import { after } from "node:test";
import { peers, type Peers } from "../../gen/internal.ts";
import { calledServices } from "../../gen/services.ts";

/** An address that never answers. */
const AWAY = "127.0.0.1:9";

type PeerName = Exclude<keyof Peers, "close">;

/** Opens the peers of the agent at these addresses until the tests end; a service without an address never answers. */
export function testPeers(
  addresses: Readonly<Partial<Record<PeerName, string>>>,
  services: TestServices,
): Peers {
  const config = Object.fromEntries(
    ([...calledServices, "account", "auth"] as const).map((name) => [`${name}Grpc`, addresses[name] ?? AWAY]),
  ) as Record<`${PeerName}Grpc`, string>;
  const opened = peers(config, services.signer("agent"));
  after(() => opened.close());
  return opened;
}

import { TEST_AUDIENCE, testPeer, TestServices, type Asked, type TestPeer } from "@jst/testing";
import { after } from "node:test";
import { internal, peers, type Peers } from "../../gen/internal.ts";

const modules = ["files", "articles", "artifacts", "bases", "tables"];

/** auth and crm as this service sees them: every id is a member and a live contact of every team, but for strangers. */
export interface TestPeers {
  auth: TestPeer;
  crm: TestPeer;
  services: TestServices;
  /** Both as the service calls them. */
  reached: Peers;
  /** Unknown ids, in lower case. */
  strangers: Set<string>;
  /** Teams whose modules are all off. */
  off: Set<string>;
}

/** Starts both; closed after the file's last test. */
export async function testPeers(): Promise<TestPeers> {
  const services = new TestServices(TEST_AUDIENCE);
  const strangers = new Set<string>();
  const known = ({ body }: Asked) => (body as { ids: string[] }).ids.filter((id) => !strangers.has(id));
  const peer = (name: string, answer: (asked: Asked) => object) =>
    testPeer({ name, descriptor: internal.descriptor, services, answer });
  const off = new Set<string>();
  const auth = await peer("auth", (asked) =>
    asked.rpc.endsWith("/FindTeam")
      ? { modules: off.has((asked.body as { team_id: string }).team_id) ? [] : modules }
      : { members: known(asked).map((id) => ({ id, role: "member", suspended: false })) },
  );
  const crm = await peer("crm", (asked) => ({ ids: known(asked) }));
  const addresses = { authGrpc: auth.address, accountGrpc: "127.0.0.1:9", crmGrpc: crm.address };
  const reached = peers(addresses, services.signer("data"));
  after(() => reached.close());
  return {
    auth,
    crm,
    services,
    reached,
    strangers,
    off,
  };
}

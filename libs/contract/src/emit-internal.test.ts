import assert from "node:assert/strict";
import { test } from "node:test";
import { readContract } from "./contract.ts";
import { emitInternal } from "./emit-internal.ts";
import { platformProtos } from "./fixture-protos.ts";

const protos = await platformProtos();
const rpcs = readContract(protos, {});

/** Addresses that the generated peers of a package take, and the peer that each rpc of auth and emr is called at. */
function peersOf(caller: string): { addresses: string[]; calls: string[] } {
  const content = String(emitInternal(caller, rpcs, protos)[0]?.content);
  const [, union = ""] = /PeersConfig<([^>]*)>/.exec(content) ?? [];
  const calls = [...content.matchAll(/rpc\("(\w+)", "(\S+)"\)/g)].map(([, peer, name]) => `${peer} ${name}`);
  return {
    addresses: union.split(" | ").map((name) => name.slice(1, -1)),
    calls: calls.filter((call) => / (?:auth|emr)\./.test(call)),
  };
}

test("a peer is the workload that answers the rpc (operation.workloads)", () => {
  assert.deepEqual(peersOf("emr"), {
    addresses: ["account", "auth", "crm", "data"],
    calls: [
      "account auth.v1.Operator/ListTeams",
      "auth auth.v1.Identities/CallerFor",
      "auth auth.v1.Identities/DecisionFacts",
      "auth auth.v1.Identities/GetRules",
      "auth auth.v1.Identities/FindMembers",
      "auth auth.v1.Identities/FindMembersByRole",
    ],
  });
});

test("a package has the peers of all its workloads, and none of its own workloads", () => {
  assert.deepEqual(peersOf("auth"), {
    addresses: ["comms", "emr"],
    calls: ["emr emr.v1.Accesses/ListAccesses", "emr emr.v1.Accesses/VerifyAccesses"],
  });
});

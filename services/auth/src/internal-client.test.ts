import { SystemDatabase } from "@jst/db";
import { AppError, catalogue, type ErrorCode } from "@jst/errors";
import { InternalRefusal, openPeers, type PeerRpc } from "@jst/rpc";
import { PostgresProxy, testDatabase, testDoor, testPeer } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { after, test } from "node:test";
import type { CallerToken, KnownMembers, MemberIds, TokenAtDoor } from "../gen/rpc.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import type { Deps } from "./deps.ts";
import { testAuth } from "./testing/test-auth.ts";

/** auth as gen/internal.ts of a calling service has it. */
interface AuthPeer {
  callerFor: PeerRpc<TokenAtDoor, CallerToken>;
  findMembers: PeerRpc<MemberIds, KnownMembers>;
}

const { door, mint, newTeam, sql, verifier } = await testAuth();

function authAs(service: string, authGrpc = door.address, services = door.services): AuthPeer {
  const rpcs = [{ name: "auth.v1.Identities/CallerFor", readOnly: true }];
  const { rpc, close } = openPeers({ descriptor, rpcs }, { authGrpc }, services.signer(service));
  after(() => close());
  return {
    callerFor: rpc("auth", "auth.v1.Identities/CallerFor"),
    findMembers: rpc("auth", "auth.v1.Identities/FindMembers"),
  };
}

const hop = () => ({ requestId: randomUUID(), deadline: Date.now() + 5_000 });

test("a service asks another under its own name", async () => {
  const slug = await newTeam();
  const { id } = await mint({ team: slug, type: "service" });
  const [team] = await sql("select team_id from auth.tokens where id = $1", [id]);
  const asked = { team_id: String(team?.team_id), token_id: id, door: "rest" } as const;
  const { caller_token } = await authAs("crm").callerFor(asked, hop());
  assert.equal((await verifier.verify(caller_token)).token_id, id);
});

test("a peer's refusal arrives with its code and does not refuse our own caller", async () => {
  const asked = { team_id: randomUUID(), token_id: randomUUID(), door: "rest" } as const;
  await assert.rejects(
    authAs("data").callerFor(asked, hop()),
    (error: unknown) =>
      error instanceof InternalRefusal && error.code === "not_found" && error.status === 404,
  );
});

test("a peer that cannot answer now is unavailable to our caller; every other refusal is ours to judge", async () => {
  let refusal: ErrorCode = "unavailable";
  const peer = await testPeer({
    name: "auth",
    descriptor,
    services: door.services,
    answer: () => {
      throw new AppError(refusal, "A detail of the peer.");
    },
  });
  const client = authAs("data", peer.address);
  for (const code of Object.keys(catalogue) as ErrorCode[]) {
    refusal = code;
    for (const call of [
      client.findMembers({ team_id: randomUUID(), ids: [] }, hop()),
      client.callerFor({ team_id: randomUUID(), token_id: randomUUID(), door: "rest" }, hop()),
    ])
      await assert.rejects(call, (error: unknown) => {
        if (code !== "unavailable" && code !== "timeout")
          return error instanceof InternalRefusal && error.code === code;
        assert.ok(error instanceof AppError);
        assert.ok(error.cause instanceof InternalRefusal);
        assert.doesNotMatch(error.message, /of the peer/);
        return error.code === code;
      });
  }
});

test("a peer whose database is gone is unavailable", async () => {
  const database = await testDatabase("auth");
  const proxy = await PostgresProxy.to(database.urlOf("auth_lookup"));
  const lookup = { connectionString: proxy.url, poolSize: 2, applicationName: "auth_lookup" };
  const operator = new SystemDatabase(lookup);
  after(async () => {
    await operator.close();
    await proxy.close();
  });
  const { address, services } = await testDoor({
    name: "auth",
    database,
    rpcs,
    descriptor,
    deps: () => ({ operator }) as Deps,
  });
  const client = authAs("data", address, services);
  const ask = () => client.findMembers({ team_id: randomUUID(), ids: [randomUUID()] }, hop());
  assert.deepEqual(await ask(), { members: [] });
  proxy.judge = () => "cut";
  await assert.rejects(ask(), { name: "AppError", code: "unavailable" });
  proxy.judge = () => "pass";
  assert.deepEqual(await ask(), { members: [] });
});

test("a service that may not call is a fault of ours, and one that is away is unavailable", async () => {
  const ids = { team_id: randomUUID(), ids: [] };
  const isFault = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;
  const stranger = authAs("agent").findMembers(ids, hop());
  await assert.rejects(stranger, isFault("internal_error"));
  const nobody = authAs("data", "127.0.0.1:1").findMembers(ids, hop());
  await assert.rejects(nobody, isFault("unavailable"));
});

test("the first call of a peer opens its one connection, and none is opened once the peers are closed", async () => {
  const sockets = new Set<Socket>();
  const { port, hostname } = new URL(`http://${door.address}`);
  const proxy = createServer((socket) => {
    sockets.add(socket);
    const onward = connect(Number(port), hostname);
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward]) end.on("error", () => [socket, onward].map((one) => one.destroy()));
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  after(() => proxy.close());
  const authGrpc = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const { rpc, close } = openPeers({ descriptor, rpcs: [] }, { authGrpc }, door.services.signer("data"));
  const findMembers: AuthPeer["findMembers"] = rpc("auth", "auth.v1.Identities/FindMembers");
  const callerFor: AuthPeer["callerFor"] = rpc("auth", "auth.v1.Identities/CallerFor");
  assert.equal(sockets.size, 0);
  const ids = { team_id: randomUUID(), ids: [] };
  await Promise.all([findMembers(ids, hop()), findMembers(ids, hop())]);
  await assert.rejects(callerFor({ team_id: ids.team_id, token_id: randomUUID(), door: "rest" }, hop()));
  assert.equal(sockets.size, 1);
  close();
  await assert.rejects(findMembers(ids, hop()), { name: "AppError", code: "unavailable" });
  assert.equal(sockets.size, 1);
});

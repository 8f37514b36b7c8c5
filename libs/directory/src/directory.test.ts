import type { AppError } from "@jst/errors";
import { TEST_AUDIENCE, testPeer, TestServices, until, type Asked } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, beforeEach, test } from "node:test";
import { openPeers } from "@jst/rpc";
import { contactsAt, Directory, membersAt, type Reference } from "./index.ts";

const services = new TestServices(TEST_AUDIENCE);
const strangers = new Set<string>();
/** The contract of data, which may ask for both kinds. */
const contract = {
  descriptor: readFileSync(new URL("../../../services/data/gen/internal.binpb", import.meta.url)),
  rpcs: [
    { name: "auth.v1.Identities/FindMembers", readOnly: true },
    { name: "crm.v1.Directory/FindContacts", readOnly: true },
  ],
};
const known = ({ body }: Asked) => (body as { ids: string[] }).ids.filter((id) => !strangers.has(id));
const keeper = (name: string, answer: (asked: Asked) => object) =>
  testPeer({ name, descriptor: contract.descriptor, services, answer });
const auth = await keeper("auth", (asked) => ({ members: known(asked).map((id) => ({ id })) }));
const crm = await keeper("crm", (asked) => ({ ids: known(asked) }));

/** The finders of both kinds, at the addresses of their keepers. */
function findersAt(authGrpc: string, crmGrpc: string) {
  const { rpc, close } = openPeers(contract, { authGrpc, crmGrpc }, services.signer("data"));
  after(() => close());
  return {
    member: membersAt({ findMembers: rpc("auth", "auth.v1.Identities/FindMembers") }),
    contact: contactsAt({ findContacts: rpc("crm", "crm.v1.Directory/FindContacts") }),
  };
}
const finders = findersAt(auth.address, crm.address);
const directory = new Directory(finders);

beforeEach(() => {
  for (const peer of [auth, crm]) Object.assign(peer, { asked: [], isSilent: false, left: 0 });
});

const call = () => ({
  caller: { team_id: randomUUID() },
  hop: { requestId: randomUUID(), deadline: Date.now() + 10_000 },
});
const member = (field: string, id = randomUUID() as string): Reference<"member" | "contact"> => ({
  kind: "member",
  field,
  id,
});
const contact = (field: string, id = randomUUID() as string): Reference<"member" | "contact"> => ({
  kind: "contact",
  field,
  id,
});
const idsAsked = ({ asked }: typeof auth) => asked.map(({ body }) => (body as { ids: string[] }).ids);

function stranger(): string {
  const id = randomUUID();
  strangers.add(id);
  return id;
}

test("each keeper is asked once, under the name of the service, for its own ids without repetition", async () => {
  const one = call();
  const [ada, bo] = [randomUUID(), randomUUID()];
  await directory.requireKnown(
    one,
    member("owner", ada.toUpperCase()),
    contact("client", ada),
    member("a", bo),
    member("b", bo),
  );
  const { team_id } = one.caller;
  assert.deepEqual(auth.asked, [
    { rpc: "auth.v1.Identities/FindMembers", peer: "data", body: { team_id, ids: [ada, bo] } },
  ]);
  assert.deepEqual(crm.asked, [
    { rpc: "crm.v1.Directory/FindContacts", peer: "data", body: { team_id, ids: [ada] } },
  ]);
});

test("a request that names nothing asks nobody", async () => {
  await directory.requireKnown(call());
  await directory.requireKnown(
    call(),
    { kind: "member", field: "owner", id: null },
    { kind: "contact", field: "client", id: undefined },
  );
  assert.deepEqual([auth.asked, crm.asked], [[], []]);
});

test("unknown ids make one refusal with the place of each, in the order of the request", async () => {
  const references = [contact("c", stranger()), member("a"), member("b", stranger()), member("d", "no id")];
  await assert.rejects(directory.requireKnown(call(), ...references), (error: AppError) => {
    assert.deepEqual([error.status, error.code], [422, "validation_failed"]);
    assert.deepEqual(error.errors, [
      { field: "c", code: "not_found", message: "No contact of your team has this id. Check the id." },
      { field: "b", code: "not_found", message: "No member of your team has this id. Check the id." },
      { field: "d", code: "not_found", message: "No member of your team has this id. Check the id." },
    ]);
    return true;
  });
});

test("more ids than one question may hold are asked for in parts", async () => {
  const references = Array.from({ length: 2_001 }, (_, n) => member(`rows.${n}`));
  const { caller, hop } = call();
  assert.deepEqual(await directory.faultsOf(caller.team_id, references, hop), []);
  assert.deepEqual(
    idsAsked(auth).map((ids) => ids.length),
    [1_000, 1_000, 1],
  );
});

test("while a keeper is away its things are unavailable, and those of others are found", async () => {
  const away = new Directory(findersAt(auth.address, "127.0.0.1:1"));
  await assert.rejects(away.requireKnown(call(), contact("client")), { code: "unavailable" });
  await away.requireKnown(call(), member("owner"));
});

test("a keeper has until the deadline of the request, and is told when its client leaves", async () => {
  crm.isSilent = true;
  const { caller, hop } = call();
  const client = new AbortController();
  const left = { caller, hop: { ...hop, departure: () => client.signal } };
  const refused = assert.rejects(directory.requireKnown(left, contact("client")));
  await until("the keeper is asked", 10_000, () => crm.asked[0]);
  client.abort();
  await refused;
  await until("the keeper is told", 10_000, () => (crm.left === 1 ? true : undefined));
  const late = { caller, hop: { ...hop, deadline: Date.now() + 50 } };
  await assert.rejects(directory.requireKnown(late, contact("client")), { code: "timeout" });
});

test("a service that the contract does not let ask for a kind does not compile", () => {
  const { member } = finders;
  // @ts-expect-error -- the peer has no rpc findContacts.
  assert.ok(contactsAt({ findMembers: member }));
});

test("what the service keeps itself is looked up by itself, beside the others", async () => {
  const asked: string[][] = [];
  const own = new Directory({
    member: finders.member,
    file: (_team, ids) => {
      asked.push([...ids]);
      return Promise.resolve(ids.filter((id) => !strangers.has(id)));
    },
  });
  const { caller, hop } = call();
  const [known, absent] = [randomUUID(), stranger()];
  const references = [known, absent].map((id, n) => ({ kind: "file" as const, field: `f.${n}`, id }));
  assert.deepEqual(await own.faultsOf(caller.team_id, references, hop), [
    { field: "f.1", code: "not_found", message: "No file of your team has this id. Check the id." },
  ]);
  assert.deepEqual(asked, [[known, absent]]);
});

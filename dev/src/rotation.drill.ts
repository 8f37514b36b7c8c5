// Proves: dev/src/keys.ts dev/src/database.ts libs/caller libs/config libs/fleet libs/query libs/service
// Proves: services/webhooks/src/*.ts services/webhooks/src/secrets docs/operate/rotate.md
import assert from "node:assert/strict";
import { generateKeyPairSync, randomBytes, randomUUID, type JsonWebKey } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { services } from "@jst/fleet";
import { until, withClient } from "@jst/testing";
import { roleUrl, superuserUrl } from "./components/postgres.ts";
import { prepareDatabase } from "./database.ts";
import { openRunning } from "./fleet.ts";
import { webhooksReseal } from "./jst/webhooks-reseal.ts";
import { createProgress } from "./progress.ts";
import { allTeams } from "./teams.ts";
import { wantContacts } from "./testing/contacts.ts";
import { expectEverythingAnswers, isCounted } from "./testing/everything.ts";
import { OwnFleet } from "./testing/own-fleet.ts";

// The steps are those of docs/operate/rotate.md; a step ends when every process was replaced.
let own: OwnFleet;
const progress = createProgress(() => undefined);

before(async () => {
  own = await OwnFleet.start("rotation");
  for (const name of ["Ada", "Bo", "Cy"])
    assert.equal((await own.call("POST", "/api/v1/contacts", { first_name: name })).status, 201);
});
after(() => own.reset());

const keyFile = (name: string): string => path.join(own.fleet.paths.keysDir, name);
const read = (name: string): unknown => JSON.parse(readFileSync(keyFile(name), "utf8"));
const write = (name: string, value: unknown): void =>
  writeFileSync(keyFile(name), typeof value === "string" ? value : JSON.stringify(value));

/** Name of the file with the services' public keys here: each start writes the fleet's own from the private ones. */
const serviceKeys = "rotated-service-keys.jwks";

/** Replaces every process. */
async function replaceAll(): Promise<void> {
  const environment = { SERVICE_KEYS_FILE: keyFile(serviceKeys) };
  await own.restart(
    services.map(({ name }) => name),
    environment,
  );
}

const listAfter = (cursor: string) =>
  own.call("GET", `/api/v1/contacts?limit=1&cursor=${encodeURIComponent(cursor)}`);
const newCursor = async (): Promise<string> =>
  ((await own.call("GET", "/api/v1/contacts?limit=1")).body as { next_cursor: string }).next_cursor;

function newSigningKey(kid: string): { secret: JsonWebKey; open: JsonWebKey } {
  const { privateKey } = generateKeyPairSync("ed25519");
  const secret = { ...privateKey.export({ format: "jwk" }), kid, alg: "EdDSA", use: "sig" };
  const open: JsonWebKey = { ...secret };
  delete open.d;
  return { secret, open };
}

interface KeySet {
  keys: JsonWebKey[];
}
interface KeyRing {
  current: string;
  keys: Record<string, string>;
}
const rings = ["cursor-keys.json", "endpoint-secret-keys.json"];

// Three times every process is replaced, which takes its time on a busy machine.
const slowly = { timeout: 600_000 };

test(
  "every key that two sides share is exchanged in three steps, and everything answers after each",
  slowly,
  async () => {
    await wantContacts(own);
    const oldCursor = await newCursor();
    const caller = newSigningKey(randomUUID());
    const proving = services.map(({ name }) => ({ name, ...newSigningKey(`${name}:${randomUUID()}`) }));
    const callersBefore = (read("caller-keys.jwks") as KeySet).keys;
    const servicesBefore = (read("service-keys.jwks") as KeySet).keys;

    // 1: known to everybody, used by nobody.
    write("caller-keys.jwks", { keys: [...callersBefore, caller.open] });
    write(serviceKeys, { keys: [...servicesBefore, ...proving.map(({ open }) => open)] });
    for (const ring of rings) {
      const { current, keys } = read(ring) as KeyRing;
      write(ring, { current, keys: { ...keys, k2: randomBytes(32).toString("base64") } });
    }
    await replaceAll();
    await expectEverythingAnswers(own);

    // 2: used; the old ones still count.
    write("caller-signing-key.jwk", caller.secret);
    for (const { name, secret } of proving) write(`service-key-${name}.jwk`, secret);
    for (const ring of rings) write(ring, { ...(read(ring) as KeyRing), current: "k2" });
    await replaceAll();
    await expectEverythingAnswers(own);
    assert.equal((await listAfter(oldCursor)).status, 200);
    const { settings } = own;
    const context = { settings, progress, words: [], options: {} };
    const sealed = await webhooksReseal.run(context);
    assert.deepEqual(sealed.json, { resealed: 1, key: "k2", unreadable: [] });

    // 3: the old ones count no more.
    write("caller-keys.jwks", { keys: [caller.open] });
    write(serviceKeys, { keys: proving.map(({ open }) => open) });
    for (const ring of rings) {
      const { current, keys } = read(ring) as KeyRing;
      write(ring, { current, keys: { [current]: keys[current] } });
    }
    const cursor = await newCursor();
    await replaceAll();
    await expectEverythingAnswers(own);
    assert.equal((await listAfter(cursor)).status, 200);
    assert.equal((await listAfter(oldCursor)).status, 400);
    assert.equal((await webhooksReseal.run(context)).exitCode, 0);
  },
);

test("the operator's key is exchanged in one step: the new one is refused until the processes have it", async () => {
  write("operator-key", randomBytes(24).toString("base64url"));
  await assert.rejects(allTeams(await openRunning(own.settings)));
  await replaceAll();
  assert.ok((await allTeams(own.fleet)).size > 0);
});

test("passwords of database roles are exchanged in one step, until which requests are 503 at worst", async () => {
  const old = roleUrl(own.fleet, "crm");
  const passwords = read("role-passwords.json") as Record<string, string>;
  const fresh = Object.keys(passwords).map((role) => [role, randomBytes(24).toString("base64url")]);
  write("role-passwords.json", Object.fromEntries(fresh));
  own.fleet = await openRunning(own.settings);
  await prepareDatabase(own.fleet, progress);
  const { status } = await own.call("GET", "/api/v1/contacts");
  assert.ok([200, 503].includes(status), `answered ${status}`);
  await assert.rejects(
    withClient(old, (client) => client.query("select 1")),
    /password authentication failed/,
  );
  await replaceAll();
  await expectEverythingAnswers(own);
});

test("the superuser's password is exchanged at the server and in its entry, which only the next bootstrap reads", async () => {
  const old = superuserUrl(own.fleet, "jst");
  const password = randomBytes(24).toString("base64url");
  await withClient(old, (client) => client.query(`alter role postgres password '${password}'`));
  await expectEverythingAnswers(own);
  await assert.rejects(prepareDatabase(own.fleet, progress), /password authentication failed/);
  write("postgres-password", password);
  await prepareDatabase(await openRunning(own.settings), progress);
  await assert.rejects(
    withClient(old, (client) => client.query("select 1")),
    /password authentication failed/,
  );
  await expectEverythingAnswers(own);
});

test("while auth has the former password of Redis requests pass uncounted, and with the new one they are counted", async () => {
  assert.equal(await isCounted(own), true);
  write("redis-password", randomBytes(24).toString("base64url"));
  await own.restart("redis");
  await until("requests pass uncounted", 30_000, async () => ((await isCounted(own)) ? undefined : true));
  await own.restart("auth", { SERVICE_KEYS_FILE: keyFile(serviceKeys) });
  await own.restart("account", { SERVICE_KEYS_FILE: keyFile(serviceKeys) });
  await until("requests are counted", 30_000, async () => ((await isCounted(own)) ? true : undefined));
});

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { before, describe, test } from "node:test";
import { withDatabase, withSuperuser } from "./database.ts";
import { helm, jst, newToken } from "./fleets.ts";
import { gateway, losesNothing, shared } from "./replacing.ts";
import {
  editSecret,
  entriesOf,
  newSigningKey,
  turned,
  withKey,
  withoutKey,
  type Entries,
} from "./secrets.ts";

/** Steps of docs/operate/rotate.md for every kind of key and for passwords, one step of all at a time. */
const caller = newSigningKey("caller-2");
const data = newSigningKey("data:2");

const rings = (entries: Entries, step: 1 | 2 | 3): Entries => ({
  "cursor-keys.json": turned(entries["cursor-keys.json"], step, "k2"),
  "endpoint-secret-keys.json": turned(entries["endpoint-secret-keys.json"], step, "k2"),
});

const steps: Readonly<Record<1 | 2 | 3, (entries: Entries) => Entries>> = {
  1: (entries) => ({
    ...rings(entries, 1),
    "caller-keys.jwks": withKey(entries["caller-keys.jwks"], caller.open),
    "service-keys.jwks": withKey(entries["service-keys.jwks"], data.open),
    "operator-key": randomBytes(24).toString("base64url"),
  }),
  2: (entries) => ({
    ...rings(entries, 2),
    "caller-signing-key.jwk": JSON.stringify(caller.signing),
    "service-key-data.jwk": JSON.stringify(data.signing),
  }),
  3: (entries) => ({
    ...rings(entries, 3),
    "caller-keys.jwks": withoutKey(entries["caller-keys.jwks"], former.caller),
    "service-keys.jwks": withoutKey(entries["service-keys.jwks"], former.data),
  }),
};
const former: { caller?: unknown; data?: unknown; crmUrl: string; superuserUrl: string } = {
  crmUrl: "",
  superuserUrl: "",
};

/** New passwords of every role, in both Secrets. */
async function exchangePasswords(): Promise<void> {
  const given = JSON.parse((await entriesOf("jst-bootstrap"))["role-passwords.json"] ?? "") as Entries;
  const passwords = Object.fromEntries(
    Object.keys(given).map((role) => [role, randomBytes(24).toString("base64url")]),
  );
  await editSecret("jst-bootstrap", () => ({ "role-passwords.json": JSON.stringify(passwords) }));
  await editSecret("jst-database", (urls) =>
    Object.fromEntries(
      Object.entries(urls).map(([role, text]) => {
        const url = new URL(text);
        url.password = passwords[role] ?? "";
        return [role, url.href];
      }),
    ),
  );
}

/** The superuser's too, which only the Job of the upgrade reads. */
async function exchangeSuperuserPassword(): Promise<void> {
  const password = randomBytes(24).toString("base64url");
  await withSuperuser((client) => client.query(`alter role postgres password '${password}'`));
  await editSecret("jst-bootstrap", ({ "superuser-url": text = "" }) => {
    const url = new URL(text);
    url.password = password;
    return { "superuser-url": url.href };
  });
}

const connectBy = (url: string): Promise<unknown> => withDatabase(url, (client) => client.query("select 1"));

/** An endpoint, whose secret is sealed. */
async function makeEndpoint(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ url: "http://127.0.0.1:9999/", events: ["contact.created"] });
  const { status } = await fetch(`${gateway}/api/v1/webhooks`, { method: "POST", headers, body });
  assert.equal(status, 201);
}

/** Has the secrets of all endpoints sealed under the current key. */
function reseal(): Promise<{ key: string; resealed: number; unreadable: string[] }> {
  return jst("jst", "webhooks", "reseal");
}

function restart(revision: string): Promise<string> {
  const upgrade = ["charts/fleet", "--reuse-values", "--set-string", `secrets.revision=${revision}`];
  return helm("jst", "upgrade", ...upgrade, "--wait", "--timeout", "15m");
}

describe("while clients read and write through every service", () => {
  let token = "";
  before(async () => {
    token = await newToken("jst", `rotation-${Date.now().toString(36)}`);
    await makeEndpoint(token);
    const keys = await entriesOf("jst-keys");
    former.caller = (JSON.parse(keys["caller-signing-key.jwk"] ?? "") as { kid: string }).kid;
    former.data = (JSON.parse(keys["service-key-data.jwk"] ?? "") as { kid: string }).kid;
    former.crmUrl = (await entriesOf("jst-database"))["crm"] ?? "";
    former.superuserUrl = (await entriesOf("jst-bootstrap"))["superuser-url"] ?? "";
  });

  test("the passwords of all database roles and of the superuser are exchanged and no request is lost", async (t) => {
    const urls = [former.crmUrl, former.superuserUrl];
    for (const url of urls) await connectBy(url);
    await exchangePasswords();
    await exchangeSuperuserPassword();
    await losesNothing(t, shared(token), () => restart("passwords"), "0.1.0");
    for (const url of urls) await assert.rejects(connectBy(url), { code: "28P01" });
  });

  test("new keys are made known, and the operator's is exchanged", async (t) => {
    await editSecret("jst-keys", steps[1]);
    await losesNothing(t, shared(token), () => restart("known"), "0.1.0");
    await newToken("jst", `rotated-${Date.now().toString(36)}`);
  });

  test("they are used", async (t) => {
    await editSecret("jst-keys", steps[2]);
    await losesNothing(t, shared(token), () => restart("used"), "0.1.0");
    const { key, resealed, unreadable } = await reseal();
    assert.deepEqual([key, unreadable], ["k2", []]);
    assert.ok(resealed > 0);
  });

  test("the former ones are removed, and nothing needs them", async (t) => {
    await editSecret("jst-keys", steps[3]);
    await losesNothing(t, shared(token), () => restart("alone"), "0.1.0");
    const { resealed, unreadable } = await reseal();
    assert.deepEqual([resealed, unreadable], [0, []]);
  });
});

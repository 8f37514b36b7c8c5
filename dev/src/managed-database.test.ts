import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { bootstrap, createVector, migrate } from "@jst/db";
import { roles, schemas } from "@jst/fleet";
import { Client } from "pg";
import { postgres, superuserUrl } from "./components/postgres.ts";
import type { Fleet } from "./component.ts";
import { readSettings, repository } from "./config.ts";
import { reset, upOnly } from "./fleet.ts";
import { findFreeBase } from "./ports.ts";
import { createProgress } from "./progress.ts";

const progress = createProgress(() => undefined);
mkdirSync(path.join(repository, ".test"), { recursive: true });
const stateDir = mkdtempSync(path.join(repository, ".test", "managed-"));
const settings = { ...readSettings(), stateDir };
const passwords = Object.fromEntries(roles.map((role) => [role, "test"]));
let fleet: Fleet;

before(async () => {
  fleet = await upOnly([postgres], { ...settings, basePort: await findFreeBase() }, progress);
  await run("create role administrator login createrole createdb password 'test'");
});
after(() => reset({ ...settings, basePort: undefined }, progress));

test("a server whose administrator is not a superuser can have the database: bootstrap and migrations run, and again", async () => {
  const connectionString = urlOf("administrator");
  for (const again of [false, true]) {
    const sentence = await bootstrap({ connectionString, passwords });
    assert.match(sentence, /^A login without superuser rights/);
    assert.equal(sentence.includes("a superuser runs `create extension"), !again);
    if (!again) await createVector(superuserUrl(fleet, "jst"));
    for (const { name, owner } of schemas) {
      const directory = path.join(repository, "services", name, "migrations");
      const applied = await migrate({ service: name, directory, connectionString: urlOf(owner) });
      assert.equal(applied.length === 0, again, name);
    }
  }
});

test("a role that steps over row-level security is refused by name, as only a superuser can mend that", async () => {
  await run("alter role crm bypassrls");
  const again = bootstrap({ connectionString: urlOf("administrator"), passwords });
  await assert.rejects(again, /The role crm steps over row-level security/);
});

function urlOf(role: string): string {
  const url = new URL(superuserUrl(fleet, "jst"));
  url.username = role;
  url.password = "test";
  return url.href;
}

async function run(text: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl(fleet, "postgres") });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

// Proves: libs/db libs/fleet dev/src/database.ts dev/src/database-maker.ts services/*/migrations
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { schemas } from "@jst/fleet";
import { isWithoutSuperuser, withClient } from "@jst/testing";
import { postgres, roleUrl, superuserUrl } from "./components/postgres.ts";
import { repository } from "./config.ts";
import { prepareDatabase } from "./database.ts";
import { reset, upOnly } from "./fleet.ts";
import { findFreeBase } from "./ports.ts";
import { createProgress } from "./progress.ts";
import { wantContacts } from "./testing/contacts.ts";
import { expectEverythingAnswers } from "./testing/everything.ts";
import { OwnFleet } from "./testing/own-fleet.ts";

const progress = createProgress(() => undefined);
let own: OwnFleet;

before(async () => {
  process.env["JST_WITHOUT_SUPERUSER"] = "on";
  own = await OwnFleet.start("managed-fleet");
  delete process.env["JST_WITHOUT_SUPERUSER"];
});
after(() => own.reset());

test("a whole fleet runs on a database that no superuser has made, and everything answers", async () => {
  const ours = ["platform", ...schemas.map(({ name }) => name)].map((name) => `'${name}'`).join();
  const strong = await rowsOf(
    superuserUrl(own.fleet, "jst"),
    `select proname as name from pg_proc where pronamespace = 'platform'::regnamespace and proleakproof
     union all select nspname from pg_namespace where nspname in (${ours})
       and pg_get_userbyid(nspowner) in (select rolname from pg_roles where rolsuper)`,
  );
  assert.deepEqual(strong, []);
  await wantContacts(own);
  await expectEverythingAnswers(own);
});

test("it stays of that kind: the next start brings it up to date with the login that made it, whatever is asked", async () => {
  await own.up();
  assert.deepEqual(await rowsOf(roleUrl(own.fleet, "data"), "select platform.is_leakproof() as is"), [
    { is: false },
  ]);
});

const isAnyMadeSo = isWithoutSuperuser() && "Here no superuser makes a database.";

test(
  "a fleet whose database a superuser has made does not become one, and says so",
  { skip: isAnyMadeSo },
  async () => {
    const stateDir = mkdtempSync(path.join(repository, ".test", "managed-fleet-"));
    const settings = { ...own.settings, stateDir, basePort: await findFreeBase() };
    try {
      const other = await upOnly([postgres], settings, progress);
      await prepareDatabase(other, progress);
      process.env["JST_WITHOUT_SUPERUSER"] = "on";
      await assert.rejects(prepareDatabase(other, progress), /^OperatorError: The login postgres has made/);
      delete process.env["JST_WITHOUT_SUPERUSER"];
      await prepareDatabase(other, progress);
    } finally {
      delete process.env["JST_WITHOUT_SUPERUSER"];
      await reset(settings, progress);
    }
  },
);

async function rowsOf(address: string, text: string): Promise<unknown[]> {
  return withClient(address, async (client) => (await client.query<Record<string, unknown>>(text)).rows);
}

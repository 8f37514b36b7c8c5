import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { roles } from "@jst/fleet";
import { emptyDatabase, notesMigrations } from "@jst/testing";

const { ownerUrl, makerUrl } = await emptyDatabase("crm");
const directory = await mkdtemp(join(tmpdir(), "commands-"));
after(() => rm(directory, { recursive: true }));
const run = (command: string, env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [fileURLToPath(new URL(command, import.meta.url))], { env });

test("bootstrap and migration run from their environment", async () => {
  const passwords = join(directory, "passwords.json");
  await writeFile(passwords, JSON.stringify(Object.fromEntries(roles.map((role) => [role, "test"]))));
  await run("bootstrap-main.ts", { SUPERUSER_DATABASE_URL: makerUrl, ROLE_PASSWORDS_FILE: passwords });
  const { stdout } = await run("migrate-main.ts", {
    MIGRATE_SERVICE: "crm",
    MIGRATE_DIR: notesMigrations,
    MIGRATION_DATABASE_URL: ownerUrl,
  });
  assert.equal(stdout, "crm: 0001_notes\ncrm: 0002_changesets\ncrm: 0003_idempotency\n");
});

test("every missing setting is named, and the exit code tells of the failure", async () => {
  await assert.rejects(run("migrate-main.ts", {}), (error: Error & { code?: number; stderr?: string }) => {
    assert.equal(error.code, 1);
    for (const name of ["MIGRATE_SERVICE", "MIGRATE_DIR", "MIGRATION_DATABASE_URL"]) {
      assert.match(error.stderr ?? "", new RegExp(name));
    }
    return true;
  });
});

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, test } from "node:test";
import { roles } from "@jst/fleet";
import { addressOf, withClient } from "@jst/testing";
import { bootstrap } from "./index.ts";

// The password every test file gives these roles: they are shared by all databases of the server.
const passwords = Object.fromEntries(roles.map((role) => [role, "test"]));
const name = `test_bootstrap_${randomBytes(6).toString("hex")}`;
const connectionString = addressOf(name);
after(() =>
  withClient(addressOf("postgres"), (client) => client.query(`drop database if exists ${name} with (force)`)),
);

test("several bootstraps at once, of a database that does not exist, all succeed, and so does one more", async () => {
  await Promise.all(Array.from({ length: 5 }, () => bootstrap({ connectionString, passwords })));
  await bootstrap({ connectionString, passwords });
});

test("a superuser's bootstrap makes the extension vector, which every role can use", async () => {
  const nearest = await withClient(addressOf(name, { role: "crm", password: "test" }), (client) =>
    client.query("select '[1,0]'::halfvec <=> '[0,1]'::halfvec as distance"),
  );
  assert.deepEqual(nearest.rows, [{ distance: 1 }]);
});

test("a role without a password is refused by name before anything is done", async () => {
  const withoutCrm = { ...passwords, crm: "" };
  await assert.rejects(
    bootstrap({ connectionString: addressOf("absent"), passwords: withoutCrm }),
    /: crm\./,
  );
});

test("a login that may make no roles is told so before anything is done", async () => {
  const absent = addressOf(`${name}_absent`, { role: "crm_owner", password: "test" });
  await assert.rejects(bootstrap({ connectionString: absent, passwords }), /may make no roles/);
});

test("no role of the platform bypasses row-level security, and each sees its own schema alone", async () => {
  await withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ role: string; schemas: string[]; bypasses: boolean }>({
      text: `select rolname as role, rolbypassrls or rolsuper as bypasses,
                    array(select nspname::text from pg_namespace
                          where nspname = any ($1) and has_schema_privilege(r.oid, oid, 'usage')) as schemas
             from pg_roles r where rolname = any ($1)`,
      values: [roles],
    });
    assert.equal(rows.length, roles.length);
    for (const { role, schemas, bypasses } of rows) {
      assert.equal(bypasses, false, role);
      assert.deepEqual(schemas, [role.replace(/_(owner|lookup|relay|audit|worker)$/, "")], role);
    }
  });
});

test("a table that a service's owner makes is the runtime role's to use, but not to truncate or to alter", async () => {
  await withClient(addressOf(name, { role: "crm_owner", password: "test" }), (client) =>
    client.query("create table things (id int)"),
  );
  await withClient(addressOf(name, { role: "crm", password: "test" }), async (client) => {
    await client.query("insert into things values (1)");
    await client.query("update things set id = 2");
    await client.query("delete from things");
    for (const text of ["truncate things", "alter table things add x int", "create table others (id int)"]) {
      await assert.rejects(client.query(text), { code: "42501" }, text);
    }
  });
  await withClient(addressOf(name, { role: "data", password: "test" }), (client) =>
    assert.rejects(client.query("select from crm.things"), { code: "42501" }),
  );
});

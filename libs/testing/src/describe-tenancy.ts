import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { TeamTx, Texts } from "@jst/db";
import type { SchemaName } from "@jst/fleet";
import type pg from "pg";
import { describeTexts } from "./describe-texts.ts";
import { ForeignTeam } from "./foreign-team.ts";
import { withClient } from "./server.ts";
import * as catalog from "./tenancy-catalog.ts";
import * as shape from "./tenancy-shape.ts";
import type { TestDatabase } from "./test-database.ts";

/** Options of a service's tenancy tests. */
export interface TenancyOptions {
  database: TestDatabase;
  /** Texts of the service (conventions.normalization). */
  texts?: Texts;
  exceptions?: catalog.TenancyExceptions;
  /** Writes at least one row into each table that holds rows of teams, as the service's own role. */
  fill: (tx: TeamTx) => Promise<unknown>;
  /** The same, before it, for tables that the service's role may not write: as a superuser, for that team. */
  prepare?: (client: pg.Client, teamId: string) => Promise<unknown>;
}

/**
 * Describes the tests that every service owes its tenants. They check what the catalogs say about its tables, keys and
 * role. For every table, a second team, or a connection without a team, reads and writes no row of the first.
 */
export function describeTenancy(service: SchemaName, options: TenancyOptions): void {
  const { database, exceptions = {} } = options;
  void describe(`tenancy of ${service}`, () => {
    for (const [rule, offenders] of Object.entries(rules)) {
      void test(rule, async () => {
        const find = (client: pg.Client) => offenders(client, service, exceptions);
        assert.deepEqual(await withClient(database.superuserUrl, find), []);
      });
    }
    void describe("rows of a team", () => {
      describeRows(service, options, exceptions);
    });
  });
}

/** Every schema keeps replies of idempotent writes. */
const keptReply = {
  text: `insert into idempotency_keys (team_id, id, fingerprint, status, headers, body)
    values (current_setting('app.team_id')::uuid, 'k', 'f', 200, '{}', '{}')`,
  values: [],
};

/** Every schema notes rows that stay in another spelling. */
const notedRow = {
  text: "insert into unnormalized (relation, key, columns) values ('none', '{k}', '{c}')",
  values: [],
};

const rules = {
  "every table forces row-level security": catalog.unprotected,
  "every table of teams has a team_id, a primary key and the team's policy": shape.misshapen,
  "every policy is the team's, for reading and writing": catalog.strangePolicies,
  "every unique and foreign key starts with the team": catalog.strayKeys,
  "no view or function lends its owner's rights": catalog.borrowedRights,
  "the service's role has no right it does not need": catalog.excessRights,
  "no role of the service steps over row-level security": shape.strongRoles,
  "nothing is granted to everybody": shape.publicRights,
  "what is written once cannot be rewritten": shape.rewritable,
};

function describeRows(
  service: SchemaName,
  { database, texts, fill, prepare }: TenancyOptions,
  exceptions: catalog.TenancyExceptions,
): void {
  const team = new ForeignTeam(service, database);
  let tables: string[] = [];
  before(async () => {
    await withClient(database.superuserUrl, async (client) => {
      await prepare?.(client, team.victimId);
      tables = await catalog.teamTables(client, service, exceptions);
    });
    await team.fill(async (tx) => {
      await tx.query(keptReply);
      if (texts !== undefined) await tx.query(notedRow);
      await fill(tx);
    });
  });
  after(() => team.close());

  void test("exist in every table, so that the tests below prove something", async () => {
    for (const table of tables) assert.notEqual((await team.rowsOf(table)).length, 0, table);
  });

  void test("are seen by no other team", async () => {
    for (const table of tables) assert.equal(await team.sees(table), false, table);
  });

  void test("are seen by no connection without a team", async () => {
    for (const table of tables) assert.equal(await team.seesWithoutTeam(table), false, table);
  });

  void test("are changed and removed by no other team", async () => {
    for (const table of tables) {
      const rows = await team.rowsOf(table);
      for (const text of [`update ${table} set team_id = team_id`, `delete from ${table}`]) {
        assert.equal(await team.affects(`${text} returning 1`), false, text);
      }
      assert.deepEqual(await team.rowsOf(table), rows, table);
    }
  });

  void test("are made by no other team", async () => {
    for (const table of tables) await team.assertCannotInsert(table);
  });

  if (texts !== undefined) describeTexts(service, { database, texts, teamId: () => team.victimId });
}

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Database, type Row, type TeamTx } from "@jst/db";
import type { SchemaName } from "@jst/fleet";
import pg from "pg";
import { withClient } from "./server.ts";
import { teamContext } from "./team-context.ts";
import type { TestDatabase } from "./test-database.ts";

const insufficientPrivilege = "42501";

/** Two teams of one service: the first has rows, the second tries to reach them with the service's own role. */
export class ForeignTeam {
  readonly #service: SchemaName;
  readonly #test: TestDatabase;
  readonly #database: Database;
  readonly #first = teamContext();
  readonly #second = teamContext();

  constructor(service: SchemaName, test: TestDatabase) {
    this.#service = service;
    this.#test = test;
    this.#database = new Database({
      connectionString: test.url,
      poolSize: 1,
      applicationName: "tenancy",
      changesetPrefix: service,
    });
  }

  /** Id of the team that has the rows. */
  get victimId(): string {
    return this.#first.teamId;
  }

  /** Writes as the first team. */
  async fill(work: (tx: TeamTx) => Promise<unknown>): Promise<void> {
    await this.#database.write(this.#first, work);
  }

  /** The first team's rows of a table, as a superuser sees them. */
  rowsOf(table: string): Promise<Row[]> {
    const text = `select * from ${this.#service}.${table} where team_id = $1`;
    return withClient(this.#test.superuserUrl, async (client) => {
      // Nobody sees others by a view.
      await client.query("select set_config('app.team_id', $1, false)", [this.victimId]);
      const { rows } = await client.query<Row>({ text, values: [this.victimId] });
      return rows;
    });
  }

  /** Whether the second team sees any row. */
  async sees(table: string): Promise<boolean> {
    const rows = await this.#database.read(this.#second, {
      text: `select 1 from ${table} limit 1`,
      values: [],
    });
    return rows.length > 0;
  }

  /** Whether the service's role sees any row when no team is set. */
  seesWithoutTeam(table: string): Promise<boolean> {
    return withClient(this.#test.url, async (client) => {
      const { rowCount } = await client.query(`select from ${table} limit 1`);
      return rowCount !== 0;
    });
  }

  /** Lets the second team run a statement that returns the rows it affected: a refusal affects none. */
  async affects(text: string): Promise<boolean> {
    try {
      const { result } = await this.#database.write(this.#second, (tx) => tx.query({ text, values: [] }));
      return result.length > 0;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === insufficientPrivilege) return false;
      throw error;
    }
  }

  /** Lets the second team insert a row that belongs to the first, and expects a refusal. */
  async assertCannotInsert(table: string): Promise<void> {
    const [row = {}] = await this.rowsOf(table);
    const foreign = { ...row, ...("id" in row ? { id: randomUUID() } : {}) };
    const columns = await this.#writableColumns(table);
    const text = `insert into ${table} (${columns}) select ${columns} from json_populate_record(null::${table}, $1)`;
    await assert.rejects(
      this.#database.write(this.#second, (tx) => tx.query({ text, values: [JSON.stringify(foreign)] })),
      { code: insufficientPrivilege },
      table,
    );
  }

  /** Closes its connections. */
  close(): Promise<void> {
    return this.#database.close();
  }

  #writableColumns(table: string): Promise<string> {
    return withClient(this.#test.superuserUrl, async (client) => {
      const { rows } = await client.query<{ columns: string }>({
        text: `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
               where attrelid = $1::regclass and attnum > 0 and not attisdropped
                 and attidentity <> 'a' and attgenerated = ''`,
        values: [`${this.#service}.${table}`],
      });
      return rows[0]?.columns ?? "";
    });
  }
}

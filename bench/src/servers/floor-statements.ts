import pg from "pg";
import type { FloorStatements, SampleStatement } from "../facts.ts";
import type { ServerSettings } from "./settings.ts";

/** A status of HTTP and the JSON text of the answer. */
export type FloorAnswer = [status: number, body: string];

/** The service's own statements, prepared, and nothing around them. The team is a setting of the connection. */
export class StatementRunner {
  readonly #pool: pg.Pool;
  readonly #statements: FloorStatements;

  constructor(settings: Required<ServerSettings>, applicationName: string) {
    this.#statements = settings.statements;
    this.#pool = new pg.Pool({
      connectionString: settings.connectionString,
      max: settings.poolSize,
      application_name: applicationName,
      options: settings.sessionOptions,
    });
  }

  /** One row by its id. */
  async row(id: string): Promise<FloorAnswer> {
    const { row, sampleId } = this.#statements;
    const found = await this.#run("row", row, replaced(row, sampleId, id));
    return found.body === undefined ? [404, "{}"] : [200, found.body];
  }

  /** The page of a list. */
  async page(): Promise<FloorAnswer> {
    const { list } = this.#statements;
    const { items = "", following = 0, last } = await this.#run("list", list, list.values);
    // The rows of the bench are ASCII.
    const rows = items.slice(0, items.length - following - 1);
    return [200, `{"rows":[${rows}],"next_cursor":${JSON.stringify(last)},"has_more":${following > 0}}`];
  }

  /** One more row; `plainInsert` has no triggers. */
  async insert(body: string, name: "insert" | "plainInsert" = "insert"): Promise<FloorAnswer> {
    const statement = this.#statements[name];
    const { data } = JSON.parse(body) as { data: unknown };
    const values = replaced(statement, this.#statements.sampleCells, JSON.stringify(data));
    const found = await this.#run(name, statement, values);
    return [201, String(found.body)];
  }

  /** As many rows as the body has. */
  async batch(body: string): Promise<FloorAnswer> {
    const { batch, sampleCells } = this.#statements;
    const { rows } = JSON.parse(body) as { rows: { data: unknown }[] };
    const values = replaced(batch, sampleCells, JSON.stringify(rows.map(({ data }) => data)));
    const stored = await this.#pool.query<{ id: string }>({ name: "batch", text: batch.text, values });
    return [200, JSON.stringify({ ids: stored.rows.map(({ id }) => id) })];
  }

  async #run(name: string, { text }: SampleStatement, values: unknown[]): Promise<Found> {
    const { rows } = await this.#pool.query<Found>({ name, text, values });
    return rows[0] ?? {};
  }
}

interface Found {
  body?: string;
  items?: string;
  following?: number;
  last?: unknown;
}

function replaced({ values }: SampleStatement, sample: string, value: string): unknown[] {
  return values.map((one) => (one === sample ? value : one));
}

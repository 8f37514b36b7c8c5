import type { Database, TeamContext } from "@jst/db";
import { PROVIDER } from "../documents/moment.ts";
import type { Provider } from "./provider.ts";
import { testProvider } from "./test-provider.ts";

/** Who takes the payments of teams, by their settings. */
export class Providers {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The provider of a team as it is set now; undefined where payments are made elsewhere (commerce.providers). */
  async of(context: TeamContext): Promise<Provider | undefined> {
    const statement = { name: "commerce.provider", text: `select ${PROVIDER} as provider`, values: [] };
    const [row] = await this.#database.read<{ provider: string }>(context, statement);
    return row?.provider === "test" ? testProvider : undefined;
  }
}

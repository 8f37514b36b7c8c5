import pg from "pg";

/** Address of a superuser of the test server, from the environment that `make test` sets. */
export function testServer(): URL {
  const address = process.env.TEST_POSTGRES_URL;
  if (!address) {
    throw new Error(
      "TEST_POSTGRES_URL is not set: run the tests with `make test`, which starts a PostgreSQL.",
    );
  }
  return new URL(address);
}

/** The server's address with another database and, when given, another role. */
export function addressOf(database: string, login?: { role: string; password: string }): string {
  const url = testServer();
  url.pathname = `/${database}`;
  if (login) {
    url.username = login.role;
    url.password = login.password;
  }
  return url.href;
}

/** Runs the work on one connection and closes it. */
export async function withClient<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

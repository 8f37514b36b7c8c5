import pg from "pg";

/** Statement that a superuser runs once in the database if the bootstrap's login is not a superuser. */
const CREATE_VECTOR = "create extension if not exists vector schema platform";

/** PostgreSQL's code for what a login may not do. */
const NOT_ALLOWED = "42501";

/** Makes the extension vector as a superuser, in a database whose bootstrap another login ran. */
export async function createVector(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: "bootstrap" });
  await client.connect();
  try {
    await client.query(CREATE_VECTOR);
  } finally {
    await client.end();
  }
}

/**
 * Makes the extension vector, which is not a trusted one: answers in a sentence what is left to a superuser. An error
 * where the server does not have it.
 */
export async function ensureVector(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ isThere: boolean; isAvailable: boolean }>(
    `select exists (select from pg_extension where extname = 'vector') as "isThere",
       exists (select from pg_available_extensions where name = 'vector') as "isAvailable"`,
  );
  const [{ isThere, isAvailable }] = rows as [(typeof rows)[number]];
  if (isThere) return [];
  if (!isAvailable)
    throw new Error("The server has no extension vector: install pgvector 0.8 or later there.");
  try {
    await client.query(CREATE_VECTOR);
    return [];
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== NOT_ALLOWED) throw error;
    return [
      `The extension vector is not there yet: before the migrations a superuser runs \`${CREATE_VECTOR}\` in this database.`,
    ];
  }
}

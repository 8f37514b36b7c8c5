import type pg from "pg";

/** The login that makes the database, as the server knows it. */
export interface Administrator {
  name: string;
  isSuperuser: boolean;
}

/** Reads the login of this connection; throws an error with a sentence if it may not create roles. */
export async function administratorOf(client: pg.Client): Promise<Administrator> {
  const { rows } = await client.query<Administrator & { makesRoles: boolean }>(
    `select rolname as name, rolsuper as "isSuperuser", rolsuper or rolcreaterole as "makesRoles"
     from pg_roles where rolname = current_user`,
  );
  const [found] = rows;
  if (found?.makesRoles !== true)
    throw new Error(
      "The login of the bootstrap may make no roles: give it a superuser's, or one with CREATEROLE and CREATEDB.",
    );
  return found;
}

/**
 * Tests whether schema platform of this database is leakproof or is to be made so. That is settled when it is created:
 * only a superuser can make it so, and the login that created it upgrades it. Throws an error with a sentence for any
 * other login.
 */
export async function settledMode(client: pg.Client, administrator: Administrator): Promise<boolean> {
  const { rows } = await client.query<{ owner: string; isOwn: boolean; isLeakproof: boolean }>(
    `select pg_get_userbyid(nspowner) as owner, nspowner = current_user::regrole as "isOwn",
       exists (select from pg_proc where pronamespace = n.oid and proname = 'jsonb_text' and proleakproof) as "isLeakproof"
     from pg_namespace n where nspname = 'platform'`,
  );
  const [made] = rows;
  if (made === undefined) return administrator.isSuperuser;
  if (made.isLeakproof ? administrator.isSuperuser : made.isOwn) return made.isLeakproof;
  throw new Error(
    made.isLeakproof
      ? "A superuser has made schema platform of this database with leakproof functions: only a superuser's login can bring it up to date."
      : `Schema platform of this database is ${made.owner}'s, made without a superuser: only the login ${made.owner} can bring it up to date.`,
  );
}

/** Describes the mode of the database for the login that created it. */
export function modeSentence(isLeakproof: boolean): string {
  return isLeakproof
    ? "A superuser has made schema platform: its functions are leakproof, so that indexes answer under row-level security."
    : "A login without superuser rights has made schema platform, so its functions are plain. Everything answers alike, but searches of contacts, tasks and small tables read all rows of their team or table.";
}

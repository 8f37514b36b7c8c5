import type pg from "pg";

/** Gaps and differences of row-level security, each with the reason. */
export interface TenancyExceptions {
  /** Tables without rows of teams: table -> why. `migrations` is always one. */
  shared?: Readonly<Record<string, string>>;
  /** Unique and foreign keys that do not start with team_id: name -> why. */
  keys?: Readonly<Record<string, string>>;
  /** Policies other than the one of platform.isolate_teams: `table.policy` -> why. */
  policies?: Readonly<Record<string, string>>;
  /** Functions that run with their owner's rights: name -> why. */
  functions?: Readonly<Record<string, string>>;
}

/** Objects that platform.install_relay adds: the relay belongs to no team, and its position to the service. */
export const outboxExceptions: TenancyExceptions = {
  shared: { relay_position: "how far the relay has come" },
  keys: { relay_position_pkey: "one position per topic" },
  policies: {
    "outbox.relay": "the relay reads the events of all teams",
    "outbox.relay_reaps": "the relay removes events of all teams after a week",
    "changesets.expiry": "the relay sees whose proposals wait, and until when",
  },
};

/**
 * Objects that platform.install_search adds: the worker learns which rows of all teams have changed, and reads none.
 */
export const searchExceptions = {
  shared: { search_position: "how far the changes have been read for the index" },
  keys: { search_position_pkey: "one position" },
  policies: {
    "changes.worker": "the worker sees whose rows have changed, and nothing of what they hold",
    "search_walks.worker": "the worker has what there is of all teams walked through",
    "search_embeddings.worker": "the worker sees which teams have vectors, and whose these are",
    "search_unembedded.worker": "the worker sees which teams wait for vectors",
  },
} as const satisfies TenancyExceptions;

/** Names of what breaks a rule; a rule holds when its list is empty. */
export type Offenders = (
  client: pg.Client,
  schema: string,
  exceptions: TenancyExceptions,
) => Promise<string[]>;

const teamCondition =
  "(team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS \"nullif\"))";

/** Names that a statement with the schema as $1 finds, but for those excepted. */
export async function names(
  client: pg.Client,
  text: string,
  schema: string,
  without: object = {},
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>({ text, values: [schema] });
  return rows.map(({ name }) => name).filter((name) => !Object.hasOwn(without, name));
}

/** Objects that platform.install_idempotency adds in every schema. */
const everywhere = { "idempotency_keys.reap": "replies older than 24 hours go, whoever had them" };

/** Tables without rows of teams, and why. */
export const shared = ({ shared: tables }: TenancyExceptions) => ({
  migrations: "the book of migrations",
  ...tables,
});

/**
 * Names of the schema's tables that hold rows of teams and that its role reaches, and of views, which show such tables.
 */
export const teamTables: Offenders = (client, schema, exceptions) =>
  names(
    client,
    `select relname as name from pg_class
     where relnamespace = $1::regnamespace and relkind in ('r', 'p', 'v') and has_table_privilege($1, oid, 'select') order by 1`,
    schema,
    shared(exceptions),
  );

/**
 * Tables without enabled row-level security, and those that do not force it though their owner is not all who reaches
 * them.
 */
export const unprotected: Offenders = (client, schema, exceptions) =>
  names(
    client,
    `select relname as name from pg_class
     where relnamespace = $1::regnamespace and relkind in ('r', 'p')
       and not (relrowsecurity and (relforcerowsecurity or not exists (
         select from aclexplode(relacl) as acl where acl.grantee <> relowner
         union all
         select from pg_attribute a where a.attrelid = pg_class.oid and a.attacl is not null)))`,
    schema,
    shared(exceptions),
  );

/** Policies that are not exactly the team's, for every command, reading and writing. */
export const strangePolicies: Offenders = async (client, schema, exceptions) => {
  const { rows } = await client.query<
    Record<"name" | "cmd" | "qual" | "with_check" | "roles" | "permissive", string>
  >({
    text: `select tablename || '.' || policyname as name, cmd, qual, with_check, roles::text, permissive
           from pg_policies where schemaname = $1`,
    values: [schema],
  });
  return rows
    .filter(
      ({ cmd, qual, with_check: check, roles, permissive }) =>
        cmd !== "ALL" ||
        qual !== teamCondition ||
        check !== teamCondition ||
        roles !== "{public}" ||
        permissive !== "PERMISSIVE",
    )
    .map(({ name }) => name)
    .filter((name) => !Object.hasOwn({ ...everywhere, ...exceptions.policies }, name));
};

/** Unique indexes and foreign keys whose first column is not team_id: they would tell of other teams' rows. */
export const strayKeys: Offenders = (client, schema, exceptions) =>
  names(
    client,
    `select c.relname as name
     from pg_index i
     join pg_class c on c.oid = i.indexrelid
     join pg_class t on t.oid = i.indrelid and t.relname <> 'migrations'
     left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where c.relnamespace = $1::regnamespace and (i.indisunique or i.indisexclusion) and a.attname is distinct from 'team_id'
     union all
     select k.conname
     from pg_constraint k
     left join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     left join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
     where k.connamespace = $1::regnamespace and k.contype = 'f'
       and (a.attname is distinct from 'team_id' or b.attname is distinct from 'team_id')`,
    schema,
    exceptions.keys,
  );

/** Functions that run with their owner's rights, and views that show rows with them beside those of the team. */
export const borrowedRights: Offenders = async (client, schema, exceptions) => {
  const { rows } = await client.query<{ name: string; definition: string; options: string[] | null }>({
    text: `select relname as name, pg_get_viewdef(oid) as definition, reloptions as options from pg_class
      where relnamespace = $1::regnamespace and relkind in ('v', 'm')`,
    values: [schema],
  });
  const borrowing = rows.filter(({ definition, options }) => !isOfTeam(definition, options ?? []));
  const functions = "select proname as name from pg_proc where pronamespace = $1::regnamespace and prosecdef";
  return [
    ...borrowing.map(({ name }) => name),
    ...(await names(client, functions, schema, exceptions.functions)),
  ];
};

/** Whether a view shows what who asks may see, or one table's rows of the team, and takes no others. */
function isOfTeam(definition: string, options: readonly string[]): boolean {
  if (options.includes("security_invoker=true")) return true;
  const [, condition] = definition.replaceAll(/\s+/g, " ").split(/ FROM \w+\.\w+ WHERE /);
  return condition === `${teamCondition};` && options.includes("check_option=cascaded");
}

/** Rights of the runtime role that no service needs. */
export const excessRights: Offenders = (client, schema) =>
  names(
    client,
    `select 'attribute of the role' as name from pg_roles
     where rolname = $1 and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)
     union all
     select 'run with its owner''s rights: ' || proname from pg_proc
     where pronamespace = $1::regnamespace and prosecdef and has_function_privilege($1, oid, 'execute')
     union all
     select 'member of ' || roleid::regrole::text from pg_auth_members where member = $1::regrole
     union all
     select 'truncate or own ' || relname from pg_class
     where relnamespace = $1::regnamespace and relkind in ('r', 'p')
       and (has_table_privilege($1, oid, 'truncate') or relowner = $1::regrole)
     union all
     select 'create in ' || nspname from pg_namespace where has_schema_privilege($1, oid, 'create')
     union all
     select 'use ' || nspname from pg_namespace
     where has_schema_privilege($1, oid, 'usage')
       and nspname not in ($1, 'platform', 'pg_catalog', 'information_schema') and nspname !~ '^pg_'`,
    schema,
  );

import { names, shared, type Offenders } from "./tenancy-catalog.ts";

/** Tables of teams that lack a mandatory team_id, a primary key, or the policy of platform.isolate_teams. */
export const misshapen: Offenders = (client, schema, exceptions) =>
  names(
    client,
    `select t.relname as name from pg_class t
     where t.relnamespace = $1::regnamespace and t.relkind in ('r', 'p') and not (
       exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'team_id'
               and a.atttypid = 'uuid'::regtype and a.attnotnull)
       and exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)
       and exists (select from pg_policy p where p.polrelid = t.oid and p.polname = 'team'))`,
    schema,
    shared(exceptions),
  );

/** Rights of PUBLIC: a service grants it nothing. */
export const publicRights: Offenders = (client, schema) =>
  names(
    client,
    `select relname as name from pg_class, aclexplode(relacl) as acl
     where relnamespace = $1::regnamespace and acl.grantee = 0
     union
     select a.attrelid::regclass || '.' || a.attname from pg_attribute a
     join pg_class t on t.oid = a.attrelid, aclexplode(a.attacl) as acl
     where t.relnamespace = $1::regnamespace and acl.grantee = 0
     union
     select nspname from pg_namespace, aclexplode(nspacl) as acl where pg_namespace.oid = $1::regnamespace and acl.grantee = 0
     union
     select proname from pg_proc
     where pronamespace = $1::regnamespace and prosecdef and has_function_privilege('public', oid, 'execute')`,
    schema,
  );

/** Append-only tables that the service's role may change nevertheless. */
export const rewritable: Offenders = (client, schema) =>
  names(
    client,
    `select relname as name from pg_class
     where relnamespace = (select oid from pg_namespace where nspname = $1) and relname in ('changes', 'outbox', 'audit')
       and (has_table_privilege($1, oid, 'update') or has_table_privilege($1, oid, 'delete')
            or has_any_column_privilege($1, oid, 'update'))`,
    schema,
  );

/**
 * Roles of the service, owner and readers among them, that could step over row-level security or borrow from others.
 */
export const strongRoles: Offenders = (client, schema) =>
  names(
    client,
    `select rolname as name from pg_roles
     where (rolname = $1 or starts_with(rolname, $1 || '_'))
       and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
            or exists (
              select from pg_auth_members m join pg_roles lent on lent.oid = m.roleid
              where m.member = pg_roles.oid and lent.rolname <> $1 and not starts_with(lent.rolname, $1 || '_')))`,
    schema,
  );

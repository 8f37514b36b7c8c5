import { withClient, type TestDatabase } from "@jst/testing";

/** The bytes of live rows, articles and files, and of columns and tables of a team, as the database has them. */
export const storedState = ({ superuserUrl }: TestDatabase, teamId: string): Promise<unknown> =>
  withClient(superuserUrl, async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(
      `select (select json_agg(json_build_array(id, data::text) order by id) from data.rows
          where team_id = $1 and deleted_at is null) as rows,
        (select json_agg(json_build_array(id, title, slug, body, excerpt, tags, status, author_id, published_at) order by id)
          from data.articles where team_id = $1 and deleted_at is null) as articles,
        (select json_agg(json_build_array(id, name, checksum_sha256) order by id) from data.files
          where team_id = $1 and deleted_at is null) as files,
        (select json_agg(json_build_array(id, name, type, options::text, default_value::text) order by id)
          from data.columns c where team_id = $1
            and not exists (select from data.tables t where t.id = c.table_id and t.is_system)) as columns,
        (select json_agg(json_build_array(id, name, display_name) order by id) from data.tables
          where team_id = $1 and not is_system) as tables`,
      [teamId],
    );
    return rows[0];
  });

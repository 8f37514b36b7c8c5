import { withClient, type TestDatabase } from "@jst/testing";

/** The bytes of live rows, columns and tables of a team, as the database has them. */
export const storedState = ({ superuserUrl }: TestDatabase, teamId: string): Promise<unknown> =>
  withClient(superuserUrl, async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(
      `select (select json_agg(json_build_array(id, data::text) order by id) from data.rows
          where team_id = $1 and deleted_at is null) as rows,
        (select json_agg(json_build_array(id, name, type, options::text, default_value::text) order by id)
          from data.columns where team_id = $1) as columns,
        (select json_agg(json_build_array(id, name, display_name) order by id) from data.tables
          where team_id = $1) as tables`,
      [teamId],
    );
    return rows[0];
  });

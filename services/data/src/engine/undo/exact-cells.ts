import type { TeamTx } from "@jst/db";

type Image = Record<string, unknown>;

/** Finds the cells of each image of a row that stay as they were sent: those of columns of type json. */
export async function exactCells(
  tx: TeamTx,
  images: readonly Image[],
): Promise<(image: Image) => readonly string[]> {
  const tables = [...new Set(images.map((image) => image["table_id"]))];
  const found = await tx.query<{ table_id: string; paths: string[] }>({
    name: "exact_cells",
    text: `select table_id, array_agg('data.' || name) as paths from data.columns
      where team_id = $1 and table_id = any($2::uuid[]) and type = 'json' group by table_id`,
    values: [tx.context.teamId, tables],
  });
  const paths = new Map(found.map(({ table_id, paths: own }) => [table_id, own]));
  return ({ table_id }) => paths.get(String(table_id)) ?? [];
}

import type { Row } from "@jst/db";
import type { Entry, Source } from "@jst/search";

interface FoundBlock extends Row {
  id: string;
  base_id: string;
  text: string;
  base: string;
  heading: string | null;
  position: number;
}

/** The words that stand above a block: the heading next before it. */
const HEADING = `(select h.text from data.blocks h where h.team_id = b.team_id and h.base_id = b.base_id
  and h.position < b.position and h.position > b.position - 50 and h.type = 'heading' order by h.position desc limit 1)`;

/** Blocks of bases, by their texts and by the heading that they stand under (context.searched). */
export const blocksSource: Source = {
  kind: "blocks",
  parentMember: "base_id",
  load: async (query, teamId, blocks) => {
    const found = await query<FoundBlock>({
      name: "search_blocks",
      text: `select b.id, b.base_id, b.text, b.position, k.name as base, ${HEADING} as heading
        from data.blocks b join data.bases k on k.team_id = b.team_id and k.id = b.base_id
        where b.team_id = $1 and b.id = any($2::uuid[]) and b.text is not null`,
      values: [teamId, blocks.map(({ id }) => id)],
    });
    return found.map(entryOf);
  },
  page: async (query, teamId, baseId, after, limit) => {
    const found = await query<{ id: string }>({
      name: "search_blocks_page",
      text: `select b.id from data.blocks b where b.team_id = $1 and b.base_id = $2
        and ($3::uuid is null or b.id > $3) order by b.id limit $4`,
      values: [teamId, baseId, after, limit],
    });
    return found.map(({ id }) => id);
  },
};

function entryOf({ id, base_id: baseId, text, base, heading, position }: FoundBlock): Entry {
  const path = `/api/v1/bases/${baseId}/blocks?after=${position - 1}&limit=1`;
  const entry: Entry = { kind: "blocks", parentId: baseId, id, title: base, text, path };
  return heading === null ? entry : { ...entry, also: heading };
}

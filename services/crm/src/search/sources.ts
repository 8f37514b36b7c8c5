import type { Row } from "@jst/db";
import { NOWHERE, type Entry, type SearchSources, type Source } from "@jst/search";

interface FoundContact extends Row {
  id: string;
  display_name: string;
  texts: (string | null)[];
}

/** Contacts that are not archived, by names, addresses, numbers, company, title, tags and notes (context.searched). */
const contactsSource: Source = {
  kind: "contacts",
  load: async (query, teamId, contacts) => {
    const found = await query<FoundContact>({
      name: "crm.search.contacts",
      text: `select c.id, c.display_name,
          array[c.first_name || ' ' || c.last_name, coalesce(c.first_name, c.last_name), c.company, c.title, c.email] || c.additional_emails
            || c.phone || c.additional_phones || c.tags || c.notes as texts
        from crm.contacts c where c.team_id = $1 and c.id = any($2::uuid[]) and c.archived_at is null`,
      values: [teamId, contacts.map(({ id }) => id)],
    });
    return found.map(entryOf);
  },
  page: async (query, teamId, _nowhere, after, limit) => {
    const found = await query<{ id: string }>({
      name: "crm.search.contacts_page",
      text: `select c.id from crm.contacts c where c.team_id = $1 and ($2::uuid is null or c.id > $2) order by c.id limit $3`,
      values: [teamId, after, limit],
    });
    return found.map(({ id }) => id);
  },
};

/** Resources of crm that search finds. */
export const searchSources: SearchSources = {
  schema: "crm",
  sources: [contactsSource],
  causes: [],
  everything: `select distinct c.team_id, 'contacts', '${NOWHERE}'::uuid from crm.contacts c`,
};

/** A name that is the title is not told twice. */
function entryOf({ id, display_name: title, texts }: FoundContact): Entry {
  const told = new Set(texts.filter((text) => text !== null && text !== "" && text !== title));
  const [whole, part] = texts;
  if (typeof whole === "string" && typeof part === "string") told.delete(part);
  return {
    kind: "contacts",
    parentId: NOWHERE,
    id,
    title,
    text: [...told].join(" · "),
    path: `/api/v1/contacts/${id}`,
  };
}

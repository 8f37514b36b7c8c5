import { factsHtml, html, type Page, type PageRequest } from "@jst/pages";
import type { Deps } from "../deps.ts";
import { pagesOf } from "./page-team.ts";

const SHOWN_MAX = 500;

interface BookableRow extends Record<string, unknown> {
  name: string;
  slug: string;
  description: string | null;
  duration_minutes: number;
}

/** Lists what of the team anybody may book. */
export async function showBookable(request: PageRequest, deps: Deps): Promise<Page> {
  const { team, context } = await pagesOf({ slug: request.path["team"] ?? "" }, request, deps);
  const shown = await deps.database.read<BookableRow>(context, {
    name: "scheduling.event_types.public",
    text: `select e.name, e.slug, e.description, e.duration_minutes from scheduling.event_types e
where e.team_id = $1 and e.active and e.public order by e.name collate platform.und, e.id limit $2`,
    values: [context.teamId, SHOWN_MAX],
  });
  const one = ({ name, slug, description, duration_minutes: minutes }: BookableRow) => html`<section>
<h2><a href="/p/book/${team.slug}/${slug}">${name}</a></h2>
${factsHtml({ Length: `${minutes} minutes` })}${description !== null && html`<p>${description}</p>\n`}</section>
`;
  const content =
    shown.length === 0
      ? html`<p class="lead">Nothing can be booked here now.</p>\n`
      : html`${shown.map(one)}`;
  return { title: "What would you like to book?", content, brand: team.brand };
}

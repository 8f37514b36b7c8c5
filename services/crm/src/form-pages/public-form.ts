import { notFound } from "@jst/errors";
import { pageContext, findTeam, type PageRequest, type PageTeam } from "@jst/pages";
import type { Deps } from "../deps.ts";
import { closedBecause, type ClosedReason } from "../submissions/open-form.ts";
import { findShown, type ShownForm } from "../submissions/queries.ts";

/** A form that anyone may see, and whose it is. */
export interface PublicForm {
  team: PageTeam;
  form: ShownForm;
  /** Why it takes nothing now. */
  closed: ClosedReason | undefined;
}

/** The public form at an address. All that is not one answers alike: not_found (forms.page). */
export async function publicForm({ path, ...request }: PageRequest, deps: Deps): Promise<PublicForm> {
  const team = await findTeam(deps.auth, { slug: path["team"] ?? "" }, request.hop);
  if (team?.modules.includes("forms") !== true) throw notFound();
  const context = pageContext(team, request);
  const [form] = await deps.database.read<ShownForm>(context, findShown(team.team_id, path["slug"] ?? ""));
  if (form === undefined || !form.settings.public) throw notFound();
  if (form.status === "draft" || form.status === "archived") throw notFound();
  return { team, form, closed: closedBecause(form) ?? (form.isFull ? "full" : undefined) };
}

/** Path of its page. */
export function pathOf({ team, form }: PublicForm): string {
  return `/p/forms/${team.slug}/${form.slug}`;
}

import { questionOf } from "@jst/answers";
import { notFound, type FieldError } from "@jst/errors";
import {
  findTeam,
  formHtml,
  html,
  pageContext,
  type Content,
  type Page,
  type PageRequest,
  type PageTeam,
  type SentForm,
} from "@jst/pages";
import { randomUUID } from "node:crypto";
import type { Deps } from "../deps.ts";
import { findShown, type ShownForm } from "../submissions/queries.ts";
import { closedBecause, closedSentences, type ClosedReason } from "../submissions/submit.ts";

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

/** Names of what the page sends of itself: no field has one. */
export const OWN = { version: "_version", once: "_once" } as const;

/** Values that were sent before, with their faults. */
export interface Sent {
  values: SentForm;
  errors?: readonly FieldError[];
  /** A sentence of the whole. */
  fault?: string;
}

/** The page that asks, with what was sent before and what is wrong with it beside each question (forms.page). */
export function formPage(shown: PublicForm, { values, errors = [], fault }: Sent): Page {
  const { form, team } = shown;
  const isRefused = errors.length > 0 || fault !== undefined;
  const messages = new Map(errors.map(({ field, message }) => [field.replace(/^data\./, ""), message]));
  const asked = form.fields.filter(({ type }) => type !== "hidden");
  const byEmail = form.settings.single_submission_by === "email";
  const fields = asked.map((field) =>
    field.type === "section"
      ? html`<h2>${field.label}</h2>\n${field.help !== undefined && html`<p class="help">${field.help}</p>\n`}`
      : questionOf(field, {
          values: values.get(field.id),
          error: messages.get(field.id),
          isRequired: field.required || (byEmail && field.maps_to === "email"),
        }),
  );
  const hidden = form.fields.filter(({ type }) => type === "hidden");
  const unseen = hidden.map(({ id }): [string, string] => [id, values.get(id)?.[0] ?? ""]);
  const own = { [OWN.version]: String(form.version), [OWN.once]: values.get(OWN.once)?.[0] ?? randomUUID() };
  const isAsked = new Set(asked.map(({ id }) => id));
  const others = [...messages].filter(([id]) => !isAsked.has(id));
  const faults = [...(fault === undefined ? [] : [fault]), ...others.map((one) => one.join(": "))];
  const page = {
    action: pathOf(shown),
    fields,
    hidden: { ...own, ...Object.fromEntries(unseen) },
    button: "Send",
  };
  return {
    status: isRefused ? 422 : 200,
    title: form.title,
    content: html`${lead(form.description)}${formHtml(
      page,
      faults.map((message) => ({ message })),
    )}`,
    brand: team.brand,
    isRefused,
  };
}

/** The page of a form that takes nothing: a sentence, and nothing to fill in. */
export function closedPage({ form, team }: PublicForm, reason: ClosedReason, isRefused = false): Page {
  const content = html`<p class="lead">${closedSentences[reason]}</p>\n`;
  return { status: isRefused ? 422 : 200, title: form.title, content, brand: team.brand, isRefused };
}

function lead(description: string | null): Content {
  return description !== null && html`<p class="lead">${description}</p>\n`;
}

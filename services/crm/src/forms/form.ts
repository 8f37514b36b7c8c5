import { normaliseFields, requirePatterns } from "@jst/answers";
import { isUuid } from "@jst/rpc";
import { resource, type Normalise, type Transitions } from "@jst/resource";
import { formDeclaration } from "../../gen/resources.ts";
import type { Deps } from "../deps.ts";
import { completedForm, normaliseSettings } from "./settings.ts";

/** States that may follow each state of a form (forms.status). */
const status: Transitions = {
  draft: ["published", "archived"],
  published: ["closed", "archived"],
  closed: ["published", "archived"],
  archived: [],
};

/** A path takes an id too: a slug that looks like one would never be found. */
const slug: Normalise = (text: string, field, errors) => {
  if (isUuid(text))
    errors.push({
      field,
      code: "invalid_value",
      message: "The slug looks like an id, so it cannot be used. Choose another slug, such as spring-sale.",
    });
  return text;
};

/** Forms of a team: what it asks, of whom, and until when (forms.form). */
export const forms = resource(formDeclaration)<Deps>({
  shown: {
    submission_count: `(select coalesce(sum(n.submissions), 0)::bigint from crm.submission_counts n
    where n.team_id = t.team_id and n.form_id = t.id)`,
  },
  normalise: { slug, fields: normaliseFields, settings: normaliseSettings },
  check: ({ fields = [] }, { caller }) => requirePatterns(fields, { teamId: caller.team_id, at: "fields" }),
  complete: completedForm,
  transitions: { status },
  further: ({ status: next }, before) => {
    if (next === before?.["status"]) return [];
    if (next === "published") return ["form.published"];
    return next === "closed" ? ["form.closed"] : [];
  },
});

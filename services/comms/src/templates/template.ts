import { validationFailed, type FieldError } from "@jst/errors";
import { resource, uniqueName } from "@jst/resource";
import { templateDeclaration, type TemplateValues } from "../../gen/resources.ts";
import type { Call } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import type { Part } from "./liquid.ts";

/** Templates of a team, in Liquid (comms.template). */
export const templates = resource(templateDeclaration)<Deps>({
  complete: (next) => {
    const errors = partFaults(next);
    if (errors.length > 0) throw validationFailed(errors);
    return next;
  },
  check: async (members, call) => {
    const errors = await liquidFaults(members, call);
    if (errors.length > 0) throw validationFailed(errors);
  },
  refusals: { templates_name_taken: uniqueName("template") },
  texts: ["t.name", "t.subject", "t.description"],
});

/** The parts that each channel has (comms.parts): e-mail a subject and a text, html or both, the others a text. */
function partFaults({ channel, subject, text, html }: TemplateValues): FieldError[] {
  const needed = (field: Part, message: string) => ({ field, code: "required", message });
  const refused = (field: Part) => ({
    field,
    code: "not_allowed",
    message: `A message of the channel ${channel} cannot have ${field}. Remove ${field}.`,
  });
  if (channel !== "email")
    return [
      ...(text === null ? [needed("text", `A message of the channel ${channel} needs a text.`)] : []),
      ...(subject === null ? [] : [refused("subject")]),
      ...(html === null ? [] : [refused("html")]),
    ];
  return [
    ...(subject === null ? [needed("subject", "An e-mail needs a subject. Send the field subject.")] : []),
    ...(text === null && html === null
      ? [needed("text", "An e-mail needs content. Send the field text, the field html, or both.")]
      : []),
  ];
}

async function liquidFaults(
  members: Partial<TemplateValues>,
  { caller, deps }: Call<Deps>,
): Promise<FieldError[]> {
  const texts = (["subject", "text", "html"] as const).flatMap((part) => {
    const source = members[part] ?? null;
    return source === null ? [] : [{ part, source }];
  });
  const outcomes = await deps.liquid.read(caller.team_id, texts);
  return outcomes.flatMap((one) => ("fault" in one ? [one.fault] : []));
}

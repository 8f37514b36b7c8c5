import { validationFailed, type FieldError } from "@jst/errors";
import type { MessageCreate } from "../../gen/rpc.ts";
import type { FoundTemplate } from "../gate/gate.ts";
import { type Channel, addressOf } from "../people/address.ts";
import type { Part, RenderedText, RenderOutcome } from "../templates/liquid.ts";

/** Content of a message. */
export interface Content {
  subject: string | null;
  text: string | null;
  html: string | null;
}

/** Most characters of each part of an e-mail, and of a text on the other channels. */
const LENGTH_MAX: Readonly<Record<Part, number>> = { subject: 998, text: 100_000, html: 500_000 };
const SHORT_TEXT_MAX = 1_600;

const lengthMax = (channel: Channel, part: Part): number =>
  channel === "email" ? LENGTH_MAX[part] : SHORT_TEXT_MAX;

/** Renders the parts of a template with these variables. */
export type Render = (
  parts: readonly RenderedText[],
  variables: Readonly<Record<string, unknown>>,
) => Promise<RenderOutcome[]>;

/**
 * The content of a message, rendered if it names a template. Throws validation_failed with all of what does not go
 * together (comms.content), after it the faults that others have found.
 */
export async function contentOf(
  sent: MessageCreate,
  channel: Channel,
  { template, render }: { template: FoundTemplate | null; render: Render },
  others: readonly FieldError[] = [],
): Promise<Content> {
  const given = { subject: sent.subject ?? null, text: sent.text ?? null, html: sent.html ?? null };
  const faults = [
    ...channelFaults(sent, channel),
    ...(sent.template_id === undefined
      ? plainFaults(sent, channel)
      : templateFaults(sent, channel, template)),
    ...others,
  ];
  if (faults.length > 0) throw validationFailed(faults);
  if (template === null) return given;
  const parts = partsOf(template, channel).filter(({ part }) => given[part] === null);
  return rendered(parts, await render(parts, sent.variables ?? {}), given.subject);
}

const notAllowed = (field: string, message: string): FieldError => ({ field, code: "not_allowed", message });

/** Returns the faults of members that the channel does not have, and of a text that is too long for it. */
function channelFaults(sent: MessageCreate, channel: Channel): FieldError[] {
  if (channel === "email") {
    if (sent.reply_to === undefined || addressOf(sent.reply_to)?.kind === "email") return [];
    return [
      {
        field: "reply_to",
        code: "invalid_format",
        message: "Must be an e-mail address without a name, such as ada@example.com.",
      },
    ];
  }
  const foreign = (["subject", "html", "reply_to"] as const).filter((name) => sent[name] !== undefined);
  const length = Array.from(sent.text ?? "").length;
  const message = `A text on the channel ${channel} can have at most ${SHORT_TEXT_MAX} characters. Shorten it.`;
  return [
    ...foreign.map((name) =>
      notAllowed(name, `A message of the channel ${channel} cannot have ${name}. Remove ${name}.`),
    ),
    ...(length > SHORT_TEXT_MAX ? [{ field: "text", code: "too_long", message }] : []),
  ];
}

function plainFaults(sent: MessageCreate, channel: Channel): FieldError[] {
  const needed = (field: string, message: string) => ({ field, code: "required", message });
  const isEmail = channel === "email";
  const hasBody = sent.text !== undefined || (isEmail && sent.html !== undefined);
  const parts = isEmail ? "a text, html or both" : "a text";
  return [
    ...(isEmail && sent.subject === undefined
      ? [needed("subject", "An e-mail needs a subject. Send the field subject.")]
      : []),
    ...(hasBody ? [] : [needed("text", `A message of the channel ${channel} needs ${parts}.`)]),
    ...(sent.variables === undefined
      ? []
      : [
          notAllowed(
            "variables",
            "Only a message with a template can have variables. Remove variables, or send template_id.",
          ),
        ]),
  ];
}

function templateFaults(sent: MessageCreate, channel: Channel, template: FoundTemplate | null): FieldError[] {
  const both = (["text", "html"] as const).filter((name) => sent[name] !== undefined);
  const faults = both.map((name) =>
    notAllowed(name, `The template replaces ${name}. Remove ${name}, or send no template_id.`),
  );
  const field = "template_id";
  if (template === null) {
    const message = "No template of your team has this id. Check the id.";
    return [...faults, { field, code: "not_found", message }];
  }
  if (template.channel === channel) return faults;
  return [
    ...faults,
    notAllowed(
      field,
      `This template is for the channel ${template.channel}. Use another template or channel.`,
    ),
  ];
}

const partsOf = (template: FoundTemplate, channel: Channel): RenderedText[] =>
  (["subject", "text", "html"] as const).flatMap((part) => {
    const source = template[part];
    return source === null ? [] : [{ part, source, lengthMax: lengthMax(channel, part) }];
  });

/** The content that the rendered parts make; a subject that was given stands in for the template's. */
function rendered(
  parts: readonly RenderedText[],
  outcomes: readonly RenderOutcome[],
  subject: string | null,
): Content {
  const faults = new Map<string, FieldError>();
  const texts: Content = { subject: null, text: null, html: null };
  for (const [at, { part }] of parts.entries()) {
    const outcome = outcomes[at];
    if (outcome === undefined) continue;
    if ("text" in outcome) texts[part] = outcome.text;
    else for (const error of faultsOf(part, outcome)) faults.set(error.field, error);
  }
  if (faults.size > 0) throw validationFailed([...faults.values()]);
  const content = { ...texts, subject: subject ?? oneLine(texts.subject) };
  if ((content.text ?? "") !== "" || (content.html ?? "") !== "") return content;
  const message =
    "With these variables, the text of the message is empty. Send other variables, or change the template.";
  throw validationFailed([{ field: "template_id", code: "required", message }]);
}

/** A line break in a subject would be a header of its own. */
const oneLine = (subject: string | null): string | null => subject?.replaceAll(/[\r\n\0]/g, " ") ?? null;

function faultsOf(part: Part, outcome: Exclude<RenderOutcome, { text: string }>): FieldError[] {
  // It was refused when it was written; an older release may have let it pass.
  if ("fault" in outcome) return [{ ...outcome.fault, field: "template_id" }];
  if ("missing" in outcome)
    return outcome.missing.map((name) => ({
      field: `variables.${name}`,
      code: "required",
      message: `The template uses the variable ${name}. Send a value for it.`,
    }));
  const message = `The ${part} of the message becomes too large, or takes too long to render. Shorten the template or its variables.`;
  return [{ field: "template_id", code: "limit_reached", message }];
}

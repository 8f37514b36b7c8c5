import { validationFailed, type FieldError } from "@jst/errors";
import type { NewMessage } from "../../gen/rpc.ts";
import type { FoundTemplate } from "../gate/gate.ts";
import type { Channel } from "../people/address.ts";
import { addressOf } from "../people/address.ts";
import { parsePart, renderPart, type Part } from "../templates/liquid.ts";

/** What a message says. */
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

/**
 * What the message says, rendered where it names a template. Throws validation_failed with all of what does not go
 * together (comms.content), after it the faults that others have found.
 */
export function contentOf(
  sent: NewMessage,
  channel: Channel,
  template: FoundTemplate | null,
  others: readonly FieldError[] = [],
): Content {
  const given = { subject: sent.subject ?? null, text: sent.text ?? null, html: sent.html ?? null };
  const faults = [
    ...channelFaults(sent, channel),
    ...(sent.template_id === undefined
      ? plainFaults(sent, channel)
      : templateFaults(sent, channel, template)),
    ...others,
  ];
  if (faults.length > 0) throw validationFailed(faults);
  return template === null ? given : rendered(template, given.subject, sent.variables ?? {}, channel);
}

const notAllowed = (field: string, message: string): FieldError => ({ field, code: "not_allowed", message });

/** What the channel has not, and a text that is too long for it. */
function channelFaults(sent: NewMessage, channel: Channel): FieldError[] {
  if (channel === "email") {
    if (sent.reply_to === undefined || addressOf(sent.reply_to)?.kind === "email") return [];
    return [{ field: "reply_to", code: "invalid_format", message: "Must be a bare e-mail address." }];
  }
  const foreign = (["subject", "html", "reply_to"] as const).filter((name) => sent[name] !== undefined);
  const length = Array.from(sent.text ?? "").length;
  const message = `A text on the channel ${channel} has at most ${SHORT_TEXT_MAX} characters.`;
  return [
    ...foreign.map((name) => notAllowed(name, `A message of channel ${channel} has no ${name}.`)),
    ...(length > SHORT_TEXT_MAX ? [{ field: "text", code: "too_long", message }] : []),
  ];
}

function plainFaults(sent: NewMessage, channel: Channel): FieldError[] {
  const needed = (field: string, message: string) => ({ field, code: "required", message });
  const isEmail = channel === "email";
  const hasBody = sent.text !== undefined || (isEmail && sent.html !== undefined);
  const parts = isEmail ? "a text, html or both" : "a text";
  return [
    ...(isEmail && sent.subject === undefined ? [needed("subject", "An e-mail needs a subject.")] : []),
    ...(hasBody ? [] : [needed("text", `A message of channel ${channel} needs ${parts}.`)]),
    ...(sent.variables === undefined ? [] : [notAllowed("variables", "Only a template reads variables.")]),
  ];
}

function templateFaults(sent: NewMessage, channel: Channel, template: FoundTemplate | null): FieldError[] {
  const both = (["text", "html"] as const).filter((name) => sent[name] !== undefined);
  const faults = both.map((name) => notAllowed(name, `The template stands in place of ${name}.`));
  const field = "template_id";
  if (template === null) {
    const message = "The team has no template with this id.";
    return [...faults, { field, code: "not_found", message }];
  }
  if (template.channel === channel) return faults;
  return [...faults, notAllowed(field, `The template is one of channel ${template.channel}.`)];
}

/** The parts of the template with the variables in them; a subject that was given stands in for the template's. */
function rendered(
  template: FoundTemplate,
  subject: string | null,
  variables: Readonly<Record<string, unknown>>,
  channel: Channel,
): Content {
  const faults = new Map<string, FieldError>();
  const render = (part: Part): string | null => {
    const source = template[part];
    if (source === null) return null;
    const { text, errors } = renderedPart(part, source, variables, lengthMax(channel, part));
    for (const error of errors) faults.set(error.field, error);
    return text;
  };
  const content = {
    subject: subject ?? oneLine(render("subject")),
    text: render("text"),
    html: render("html"),
  };
  if (faults.size > 0) throw validationFailed([...faults.values()]);
  if ((content.text ?? "") !== "" || (content.html ?? "") !== "") return content;
  const message = "With these variables the template says nothing.";
  throw validationFailed([{ field: "template_id", code: "required", message }]);
}

/** A line break in a subject would be a header of its own. */
const oneLine = (subject: string | null): string | null => subject?.replaceAll(/[\r\n\0]/g, " ") ?? null;

function renderedPart(
  part: Part,
  source: string,
  variables: Readonly<Record<string, unknown>>,
  most: number,
): { text: string; errors: FieldError[] } {
  const parsed = parsePart(part, source);
  // It was refused when it was written; an older release may have let it pass.
  if ("code" in parsed) return { text: "", errors: [{ ...parsed, field: "template_id" }] };
  const result = renderPart(parsed, variables, most);
  if ("text" in result) return { text: result.text, errors: [] };
  if ("missing" in result) {
    const needed = (name: string) => ({
      field: `variables.${name}`,
      code: "required",
      message: `The template reads ${name}.`,
    });
    return { text: "", errors: result.missing.map(needed) };
  }
  const message = `The ${part} becomes too large, or takes too long.`;
  return { text: "", errors: [{ field: "template_id", code: "limit_reached", message }] };
}

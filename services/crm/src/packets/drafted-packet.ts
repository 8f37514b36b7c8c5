import { uuidv7 } from "@jst/db";
import { validationFailed, type FieldError } from "@jst/errors";
import { shownInstant } from "@jst/query";
import type { NamedMember } from "../../gen/internal.ts";
import type { ItemDraft, PacketDraft, PacketItem } from "../../gen/rpc.ts";
import { reviewersOf } from "./reviewers.ts";
import type { StoredPacket } from "./store.ts";

/** The packet of a draft, whose reviewers are among these members; throws validation_failed with every fault. */
export function packetOf(draft: Omit<PacketDraft, "team_id">, members: readonly NamedMember[]): StoredPacket {
  const errors: FieldError[] = [];
  const packet: StoredPacket = {
    title: draft.title.trim(),
    description: emptyAsNull(draft.description),
    due_at: dueOf(draft.due_at),
    phase: draft.status ?? "in_review",
    walkthrough_version: 1,
    reviewers: reviewersOf(draft.reviewers, members, errors),
    items: draft.items.map((item, index) => itemOf(item, index, errors)),
    verdicts: [],
  };
  requireTitle(packet, errors);
  if (errors.length > 0) throw validationFailed(errors);
  return packet;
}

/** Names a title of blanks alone. */
export function requireTitle({ title }: { title: string }, errors: FieldError[]): void {
  if (title === "")
    errors.push({
      field: "title",
      code: "required",
      message: "A review packet needs a title. Send a title with at least one visible character.",
    });
}

/** Null for a text of blanks alone. */
export function emptyAsNull(text: string | null | undefined): string | null {
  return text === undefined || text === null || text.trim() === "" ? null : text;
}

/** Reads the time of a draft in its stored form. */
export function dueOf(text: string | null | undefined): string | null {
  return text === undefined || text === null ? null : shownInstant(text);
}

/** An item of a draft as it is stored; names what is wrong with its options. */
export function itemOf(draft: ItemDraft, index: number, errors: FieldError[]): PacketItem {
  const { prompt, type, options = [], required = false } = draft;
  const field = `items.${index}.options`;
  const hasOptions = type === "choice" || type === "multi_choice";
  if (hasOptions && options.length === 0)
    errors.push({
      field,
      code: "required",
      message: `A question of type ${type} needs options. Send at least one option, such as "Yes".`,
    });
  if (!hasOptions && draft.options !== undefined)
    errors.push({
      field,
      code: "not_allowed",
      message: `A question of type ${type} cannot have options. Remove options, or change the type.`,
    });
  if (new Set(options).size < options.length)
    errors.push({
      field,
      code: "duplicate",
      message: "The question has the same option twice. Send each option once.",
    });
  return {
    ...{ id: uuidv7(), section: emptyAsNull(draft.section), prompt, type },
    ...(hasOptions ? { options: [...options] } : {}),
    ...{ required, order: index + 1 },
  };
}

import { validationFailed, type FieldError } from "@jst/errors";
import { patternSize } from "@jst/pattern";
import type { AskedField, NewAskedField } from "./field.ts";
import { boundsOf, fieldTypes, type Bound } from "./field-types.ts";
import { patternMatches } from "./pattern-matches.ts";

/** Names that an object has without having been given them. */
const RESERVED = new Set(["constructor", "prototype"]);
/** A name that no body may have, so that nobody could write such a member of a contact. */
const UNWRITABLE = "custom.__proto__";
const BOUNDS: readonly Bound[] = ["options", "min", "max", "pattern", "max_length"];
const CUSTOM = /^custom\.[A-Za-z0-9_]{1,64}$/;
/** Instructions times characters of one answer: some 100 ms of the engine. */
const PATTERN_WORK_MAX = 5_000_000;
/** The same of all answers of a submission. */
const FORM_WORK_MAX = 10_000_000;

/** Reports a fault of one member of a field. */
type Refuse = (member: keyof AskedField, code: string, message: string) => void;

/**
 * Questions in their stored form; each fault is told at `<at>.<index>.<member>` (forms.fields). One check for whatever
 * asks: a question that passed takes no more work than its answers may make.
 */
export function normaliseFields(
  given: readonly NewAskedField[],
  at: string,
  errors: FieldError[],
): AskedField[] {
  const ids = new Set<string>();
  const filled = new Set<string>();
  let work = 0;
  return given.map((field, index) => {
    const refuse: Refuse = (member, code, message) =>
      errors.push({ field: `${at}.${index}.${member}`, code, message });
    const { id, maps_to: target } = field;
    if (RESERVED.has(id)) refuse("id", "reserved", "This field id is reserved. Choose another id.");
    if (ids.has(id)) refuse("id", "duplicate", "Another field has this id. Choose another id.");
    if (target !== undefined && filled.has(target))
      refuse(
        "maps_to",
        "duplicate",
        "Another field of the form already fills this field of the contact. Choose another field of the contact.",
      );
    ids.add(id);
    if (target !== undefined) filled.add(target);
    const stored = storedField(field, refuse);
    const own = patternWork(stored);
    if (work <= FORM_WORK_MAX && work + own > FORM_WORK_MAX)
      refuse(
        "pattern",
        "too_large",
        "All patterns of the form together are too large. Shorten the patterns, or set a smaller max.",
      );
    work += own;
    return stored;
  });
}

function storedField(given: NewAskedField, refuse: Refuse): AskedField {
  const { id, label, type, required = false, help, maps_to: target, ...rest } = given;
  const field: AskedField = {
    id,
    label,
    type,
    required,
    ...rest,
    ...(help === undefined || help === "" ? {} : { help }),
    ...(target === undefined ? {} : { maps_to: target }),
  };
  if (label.trim() === "")
    refuse("label", "required", "A field needs a label. Send a label with at least one visible character.");
  if (type === "section" && required)
    refuse(
      "required",
      "invalid_value",
      "A section cannot be required, because it has no answer. Remove required.",
    );
  checkBounds(field, refuse);
  checkOptions(field, refuse);
  checkPattern(field, refuse);
  checkTarget(field, refuse);
  return field;
}

function checkBounds(field: AskedField, refuse: Refuse): void {
  const { takes, counted } = fieldTypes[field.type];
  for (const name of BOUNDS)
    if (field[name] !== undefined && !takes.includes(name))
      refuse(name, "invalid_value", `A field of type ${field.type} cannot have ${name}. Remove ${name}.`);
  for (const name of ["min", "max"] as const) {
    const value = field[name];
    if (value === undefined || counted === undefined || !takes.includes(name)) continue;
    if (!Number.isInteger(value) || value < counted.least || value > counted.most)
      refuse(name, "out_of_range", `Must be a whole number from ${counted.least} to ${counted.most}.`);
  }
  const { least, most } = boundsOf(field);
  if (least <= most) return;
  const member = field.max !== undefined ? "max" : field.max_length !== undefined ? "max_length" : "min";
  refuse(
    member,
    "out_of_range",
    "The minimum is greater than the maximum. Lower the minimum, or raise the maximum.",
  );
}

function checkOptions({ type, options }: AskedField, refuse: Refuse): void {
  if (!fieldTypes[type].takes.includes("options")) return;
  if (options === undefined)
    refuse("options", "required", 'A choice needs options. Send at least one option, such as "Yes".');
  else if (new Set(options).size < options.length)
    refuse("options", "duplicate", "The question has the same option twice. Send each option once.");
  else if (options.some((option) => option.trim() === ""))
    refuse("options", "required", "An option is blank. Give each option a visible text.");
}

/** Computes the largest work to match one answer; 0 if the pattern itself is refused. */
function patternWork(field: AskedField): number {
  const { type, pattern } = field;
  if (pattern === undefined || !fieldTypes[type].takes.includes("pattern")) return 0;
  const work = patternSize(pattern) * boundsOf(field).most;
  return work > PATTERN_WORK_MAX ? 0 : work;
}

function checkPattern(field: AskedField, refuse: Refuse): void {
  const { type, pattern } = field;
  if (pattern === undefined || !fieldTypes[type].takes.includes("pattern")) return;
  if (patternSize(pattern) * boundsOf(field).most > PATTERN_WORK_MAX)
    refuse(
      "pattern",
      "too_large",
      "The pattern is too large for texts of this length. Shorten the pattern, or set a smaller max.",
    );
}

function checkTarget({ type, maps_to: target }: AskedField, refuse: Refuse): void {
  if (target === undefined) return;
  const { fills = [] } = fieldTypes[type];
  const isCustom = type !== "file" && type !== "section" && CUSTOM.test(target) && target !== UNWRITABLE;
  if (!isCustom && !fills.includes(target))
    refuse(
      "maps_to",
      "invalid_value",
      `A field of type ${type} cannot fill this field of the contact. Choose another field of the contact.`,
    );
}

/**
 * Refuses fields whose pattern is not one of RE2, each at `<at>.<index>.pattern`; call it before they are written.
 * Compiling all patterns of a form can take half a second (patternMatches).
 */
export async function requirePatterns(
  fields: readonly AskedField[],
  { teamId, at }: { teamId: string; at: string },
): Promise<void> {
  const asked = fields.flatMap(({ pattern }, index) => (pattern === undefined ? [] : [{ pattern, index }]));
  const are = await patternMatches(
    teamId,
    asked.map(({ pattern }) => ({ pattern, text: null })),
  );
  const message = "Must be a valid RE2 pattern. RE2 has no look-around and no back-references.";
  const errors = asked
    .filter((_, which) => are[which] !== true)
    .map(({ index }) => ({ field: `${at}.${index}.pattern`, code: "invalid_format", message }));
  if (errors.length > 0) throw validationFailed(errors);
}

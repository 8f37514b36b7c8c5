import type { Change, Conflict } from "@jst/changes";
import { validationFailed, type FieldError } from "@jst/errors";
import { shownInstant } from "@jst/query";
import type { Normalise, Stored } from "@jst/resource";
import type { Form, FormSettings, FormSettingsPatch } from "../../gen/rpc.ts";
import type { FormValues } from "../../gen/resources.ts";

/** Default settings of a form. */
const defaults: FormSettings = {
  single_submission_by: "none",
  opens_at: null,
  closes_at: null,
  max_submissions: null,
  public: false,
  thanks_text: null,
};

/** Times of settings in their stored form; the settings that were not given stay out. */
export const normaliseSettings: Normalise = (given: FormSettingsPatch) => {
  const time = (name: "opens_at" | "closes_at") => {
    const text = given[name];
    return typeof text === "string" ? { [name]: shownInstant(text) } : {};
  };
  const thanks = given.thanks_text === "" ? { thanks_text: null } : {};
  return { ...given, ...time("opens_at"), ...time("closes_at"), ...thanks };
};

/**
 * The form with its settings merged by their keys, null as the default. Throws validation_failed for settings and
 * fields that do not go together (forms.settings, forms.status).
 */
export function completedForm(
  next: Stored<FormValues>,
  { settings: given }: Partial<FormValues>,
  before?: Stored<Form>,
): Stored<FormValues> {
  const settings = merged(before?.settings ?? defaults, given ?? {});
  const form = { ...next, settings };
  const errors = [...faultsOf(form)];
  if (errors.length > 0) throw validationFailed(errors);
  return form;
}

/** Forms that an undo would leave with settings and fields that do not go together. */
export function misfits(changes: readonly Change[]): readonly Conflict[] {
  return changes.flatMap(({ resource, id, after }): Conflict[] => {
    if (after === null || after["status"] === "archived") return [];
    const [first] = faultsOf(after as unknown as FormValues);
    return first === undefined ? [] : [{ resource, id, fields: [first.field], reason: first.message }];
  });
}

function merged(before: FormSettings, given: FormSettingsPatch): FormSettings {
  const cleared = Object.keys(given).filter((name) => given[name as keyof FormSettings] === null);
  const back = Object.fromEntries(cleared.map((name) => [name, defaults[name as keyof FormSettings]]));
  return { ...before, ...given, ...back } as FormSettings;
}

function* faultsOf({ fields, settings, status }: FormValues): Generator<FieldError> {
  const { opens_at: opens, closes_at: closes, single_submission_by: single } = settings;
  if (opens !== null && closes !== null && opens >= closes)
    yield fault("settings.closes_at", "out_of_range", "closes_at must be after opens_at.");
  if (single === "email" && !fields.some(({ maps_to: target }) => target === "email"))
    yield fault(
      "settings.single_submission_by",
      "invalid_value",
      "The value email needs a field with maps_to email. Add one, or choose another value.",
    );
  if (settings.public && fields.some(({ type }) => type === "file"))
    yield fault(
      "settings.public",
      "invalid_value",
      "A form with a file field cannot be public. Remove the field, or set public to false.",
    );
  if (["published", "closed"].includes(status) && fields.every(({ type }) => type === "section"))
    yield fault("fields", "required", "A published form needs at least one field that accepts an answer.");
}

function fault(field: string, code: string, message: string): FieldError {
  return { field, code, message };
}

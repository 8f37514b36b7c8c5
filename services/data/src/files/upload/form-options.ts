import { validationFailed, type FieldError } from "@jst/errors";
import type { StagedUpload } from "../../../gen/rpc.ts";
import { encodings, type Encoding } from "../archive/encodings.ts";
import { givenFolder } from "../file-name.ts";
import type { Field } from "./read-form.ts";

type Visibility = StagedUpload["visibility"];

/** Options of an upload for its files. */
export interface UploadOptions {
  folder: string | null;
  visibility: Visibility;
  tags: string[];
  /** ZIP archives are unpacked. */
  isUnpacked: boolean;
  /** Encoding of the names in ZIP archives that do not say it. */
  encoding: Encoding | undefined;
  /** public_url answers where a picture was taken. */
  isLocationKept: boolean;
}

const TAGS_MAX = 50;
const TAG_LENGTH_MAX = 100;
const VISIBILITIES: readonly string[] = ["private", "public"] satisfies Visibility[];

/** The options of an upload (files.form); throws validation_failed with every part that is refused. */
export function optionsOf(fields: readonly Field[]): UploadOptions {
  const known = ["folder", "visibility", "tags", "extract", "encoding", "keep_location"];
  const errors = unknownParts(fields, known);
  const options = {
    folder: givenFolder(single(fields, "folder", errors) ?? "", "folder", errors),
    visibility: visibilityOf(single(fields, "visibility", errors), errors),
    tags: tagsOf(fields, errors),
    isUnpacked: isTrue(fields, "extract", errors) ?? true,
    encoding: encodingOf(single(fields, "encoding", errors), errors),
    isLocationKept: isTrue(fields, "keep_location", errors) ?? false,
  };
  if (errors.length > 0) throw validationFailed(errors);
  return options;
}

/** Finds the parts of a form that an upload does not take. */
export function unknownParts(fields: readonly Field[], known: readonly string[]): FieldError[] {
  const message = "An upload cannot have a part with this name. Remove the part, or correct its name.";
  return fields
    .filter(({ name }) => !known.includes(name))
    .map(({ name }) => ({ field: name, code: "unknown_field", message }));
}

function single(fields: readonly Field[], name: string, errors: FieldError[]): string | undefined {
  const [first, second] = fields.filter((field) => field.name === name);
  if (second !== undefined)
    errors.push({
      field: name,
      code: "repeated",
      message: "The upload has two parts with this name. Send the part once.",
    });
  return first?.value;
}

function visibilityOf(value: string | undefined, errors: FieldError[]): Visibility {
  if (value === undefined) return "private";
  if (!VISIBILITIES.includes(value))
    errors.push({ field: "visibility", code: "invalid_value", message: 'Must be "private" or "public".' });
  return value as Visibility;
}

function isTrue(fields: readonly Field[], field: string, errors: FieldError[]): boolean | undefined {
  const value = single(fields, field, errors);
  if (value !== undefined && value !== "true" && value !== "false")
    errors.push({ field, code: "invalid_value", message: "Must be true or false." });
  return value === undefined ? undefined : value === "true";
}

function encodingOf(value: string | undefined, errors: FieldError[]): Encoding | undefined {
  const found = encodings.find((one) => one === value?.toLowerCase());
  if (value !== undefined && found === undefined) {
    const message = `Must be one of: ${encodings.join(", ")}.`;
    errors.push({ field: "encoding", code: "invalid_value", message });
  }
  return found;
}

function tagsOf(fields: readonly Field[], errors: FieldError[]): string[] {
  const given = fields.filter(({ name }) => name === "tags").flatMap(({ value }) => value.split(","));
  const tags = [...new Set(given.map((tag) => tag.trim()))].filter((tag) => tag !== "");
  if (tags.length > TAGS_MAX || tags.some((tag) => lengthOf(tag) > TAG_LENGTH_MAX)) {
    const message = `A file can have at most ${TAGS_MAX} tags of at most ${TAG_LENGTH_MAX} characters.`;
    errors.push({ field: "tags", code: "too_long", message });
  }
  if (tags.some((tag) => tag.includes("\0") || !tag.isWellFormed()))
    errors.push({
      field: "tags",
      code: "invalid_format",
      message: "A tag contains a NUL or a broken character. Remove it.",
    });
  return tags;
}

/** In characters, as JSON Schema counts them. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

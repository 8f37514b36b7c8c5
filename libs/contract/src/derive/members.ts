import { ScalarType, type DescField } from "@bufbuild/protobuf";
import type { FieldDescriptorProto } from "@bufbuild/protobuf/wkt";
import type { FieldRules, JsonOption, Options } from "../options.ts";
import type { OptionWriter } from "./option-writer.ts";

/** Rules that say what kind of value a member holds; the others bound what is written. */
const KIND_RULES = new Set(["in", "const", "uuid", "uri"]);

/** Forms that are derived from one member of a resource. */
export interface MemberForms {
  /** In *Create: given when it must be; null leaves one that may be empty so. */
  created: Form;
  /** In *Patch: never needed, null where it clears. */
  patched: Form;
  /** In the resource as it is answered: always there, null while it is empty; absent then where it is omitted. */
  answered: Form;
  /** As a parameter of the list: exactly this value. */
  listed: Form;
}

/** Makes the field of a derived message from a member of the resource. */
export type Form = (field: DescField) => FieldDescriptorProto;

/** True for a member that has a value at any time. */
export function isNeverNull(field: DescField, options: Options): boolean {
  const { default: initial, slug_of: from } = options.member(field);
  return options.rules(field).required === true || initial !== undefined || from !== undefined;
}

/** True for a member that says itself that null is a value. */
function isNullable(field: DescField, options: Options): boolean {
  return options.json(field).nullable === true;
}

/** The forms of members whose options are read with `options`. */
export function memberForms(options: Options, writer: OptionWriter): MemberForms {
  const json = (field: DescField, nullable: boolean): JsonOption => {
    const rest = without(options.json(field), "nullable");
    return { ...rest, ...(nullable ? { nullable } : {}) };
  };
  return {
    created: (field) => {
      const mayBeNull = isNullable(field, options) || !isNeverNull(field, options);
      return writer.field(field, options.rules(field), json(field, mayBeNull));
    },
    patched: (field) => {
      const rules = without(options.rules(field), "required");
      // A patch is about a few members: an example of all of them would be none.
      return writer.field(field, rules, without(json(field, !isNeverNull(field, options)), "example"));
    },
    answered: (field) => {
      const isOmitted = options.member(field).omitted === true;
      const mayBeNull = isNullable(field, options) || (!isNeverNull(field, options) && !isCollection(field));
      const shown = without(json(field, mayBeNull && !isOmitted), "max_properties");
      const rules = kindRules(options.rules(field));
      return writer.field(field, isOmitted ? rules : { required: true, ...rules }, shown);
    },
    listed: (field) => {
      const rules = without(options.rules(field), "required");
      return writer.field(field, withoutEmpty(field, rules), json(field, false));
    },
  };
}

/** Lists and free-form objects are never null: they are empty. */
function isCollection(field: DescField): boolean {
  return field.fieldKind === "list" || field.message?.typeName === "google.protobuf.Struct";
}

function kindRules(rules: FieldRules): FieldRules {
  const types = Object.entries(rules).flatMap(([type, members]) => {
    if (typeof members !== "object" || members === null || type === "map") return [];
    if (type === "repeated") return itemRules(members as FieldRules["repeated"]);
    const kept = Object.entries(members).filter(([rule]) => KIND_RULES.has(rule));
    return kept.length === 0 ? [] : [[type, Object.fromEntries(kept)] as const];
  });
  return Object.fromEntries(types);
}

/** Rules of a reply's list items: a stored list may contain a value that is no longer accepted, so these are loose. */
function itemRules(rules: FieldRules["repeated"]): [string, object][] {
  const isUuid = (kindRules(rules?.items ?? {})["string"] as { uuid?: boolean } | undefined)?.uuid === true;
  return isUuid ? [["repeated", { items: { string: { uuid: true } } }]] : [];
}

/** An empty value is a bad value in a query; a text that may be anything else says so. */
function withoutEmpty(field: DescField, rules: FieldRules): FieldRules {
  if (field.scalar !== ScalarType.STRING) return rules;
  const text = rules["string"] as Record<string, unknown> | undefined;
  if (text !== undefined && (text["in"] !== undefined || text["uuid"] === true)) return rules;
  return { ...rules, string: { min_len: "1", ...text } };
}

function without<T extends object>(all: T, name: keyof T): T {
  return Object.fromEntries(Object.entries(all).filter(([key]) => key !== name)) as T;
}

import { clone, create, type DescField, type FileRegistry } from "@bufbuild/protobuf";
import {
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  FieldDescriptorProtoSchema,
} from "@bufbuild/protobuf/wkt";
import type { Options } from "../options.ts";
import { FileBuilder, type DerivedField } from "./file-builder.ts";
import { memberForms, type Form } from "./members.ts";
import { detailsOf, namesOf, type ResourceModel } from "./model.ts";
import { OptionWriter } from "./option-writer.ts";

const ITEMS = 1;

/** Adds to its file the messages that follow from a resource; one that is declared by hand gets what it lacks. */
export function addMessages(
  resource: ResourceModel,
  service: string,
  { registry, options }: { registry: FileRegistry; options: Options },
): void {
  const { message, members, writable, patched, listed } = resource;
  const writer = new OptionWriter(registry);
  const forms = memberForms(options, writer);
  const file = new FileBuilder(message.file);
  const names = namesOf(resource, service);
  const common = (name: string): DerivedField[] => {
    const shared = registry.getMessage(`platform.v1.${name}`);
    if (shared === undefined) throw new Error(`the protos define no message platform.v1.${name}`);
    file.depend(shared.file);
    return shared.fields.map((from) => ({ from, proto: clone(FieldDescriptorProtoSchema, from.proto) }));
  };
  const own = (form: Form, fields: readonly DescField[]) =>
    fields.map((from) => ({ from, proto: form(from) }));
  file.add(names.created, own(forms.created, writable), message);
  const restore = common("RestoreMembers").filter(({ from }) => isKept(from.name, resource));
  file.add(names.patch, [...own(forms.patched, patched), ...restore], message);
  const parameters = common("ListParameters")
    .filter(({ from }) => isOffered(from.name, resource))
    .map((field) => (field.from.name === "q" ? { ...field, comment: searchedIn(resource) } : field))
    .map((field) => withExample(field, resource, { options, writer }));
  file.add(names.query, [...own(forms.listed, listed), ...parameters], message);
  const answered = (fields = members): DerivedField[] => {
    const shared = common("ResourceMembers").filter(
      ({ from }) => isKept(from.name, resource) && (from.name !== "deleted_at" || resource.isRestorable),
    );
    return [...shared.slice(0, 1), ...own(forms.answered, fields), ...shared.slice(1)];
  };
  const reply = common("ListReply").filter(({ from }) => from.name !== "total" || resource.isCounted);
  const shown = members.filter((member) => !resource.details.includes(member));
  const isWhole = shown.length === members.length;
  if (!isWhole) file.add(names.listed, answered(shown), message);
  const listedType = isWhole ? message.typeName : `${message.file.proto.package}.${names.listed}`;
  file.add(names.list, [itemsOf(resource, listedType, writer), ...reply], message);
  if (resource.isArchived) file.add(names.archived, common("ArchiveReply"), message);
  const deleted = common("DeleteReply").filter(({ from }) => isKept(from.name, resource));
  if (resource.isDeleted) file.add(names.deleted, deleted, message);
  for (const name of Object.values(detailsOf(resource)))
    if (file.has(name)) file.add(name, answered(), message);
  file.replace(message, answered());
}

function withExample(
  field: DerivedField,
  { examples }: ResourceModel,
  { options, writer }: { options: Options; writer: OptionWriter },
): DerivedField {
  const { from } = field;
  const example = examples[from.name];
  if (example === undefined) return field;
  const json = { ...options.json(from), example: JSON.stringify(example) };
  return { ...field, proto: writer.field(from, options.rules(from), json) };
}

/** False for a parameter that this resource's list does not take. */
function isOffered(name: string, resource: ResourceModel): boolean {
  if (name === "archived") return resource.isArchived;
  if (name === "deleted") return resource.isRestorable;
  if (name === "filter") return !resource.isUnfiltered;
  if (name === "q") return resource.searched.length > 0;
  return name !== "count" || resource.isCounted;
}

function searchedIn({ searched }: ResourceModel): string {
  const names = searched.map(({ name }) => name.replaceAll("_", " "));
  return `Text to find in ${new Intl.ListFormat("en-GB").format(names)}.`;
}

/** False for a shared member that this resource does not have. */
function isKept(name: string, { isArchived, isRestorable }: ResourceModel): boolean {
  switch (name) {
    case "archived":
    case "archived_at":
      return isArchived;
    case "action":
      return isArchived || isRestorable;
    case "restorable_until":
      return isRestorable;
    default:
      return true;
  }
}

function itemsOf({ plural, members }: ResourceModel, typeName: string, writer: OptionWriter): DerivedField {
  const [first] = members;
  if (first === undefined) throw new Error(`${typeName} has no members`);
  const field = create(FieldDescriptorProtoSchema, {
    name: plural,
    number: ITEMS,
    label: Label.REPEATED,
    type: Type.MESSAGE,
    typeName: `.${typeName}`,
    jsonName: plural,
  });
  return { from: first, proto: writer.required(field), comment: "" };
}

import { ScalarType, type DescField } from "@bufbuild/protobuf";
import type { DerivedResource } from "./derive/derive.ts";
import { isNeverNull } from "./derive/members.ts";
import { namesOf } from "./derive/model.ts";
import { eventNoun, verbsOf } from "./event-types.ts";
import { HEADER, type Generated } from "./generated.ts";
import { camel, homeOf, type Rpc } from "./model.ts";
import type { FieldRules, Options } from "./options.ts";

/** Emits the facts about resources of one service for libs/resource; nothing for a service without any. */
export function emitResources(
  owner: string,
  rpcs: readonly Rpc[],
  resources: readonly DerivedResource[],
  options: Options,
): Generated[] {
  const own = resources.filter(({ message }) => message.typeName.split(".")[0] === owner);
  if (own.length === 0) return [];
  const types = own.flatMap(({ message, service }) => [`List${service.name}Query`, message.name]);
  const content = [
    HEADER,
    'import type { Declaration } from "@jst/resource";',
    `import type { ${types.sort().join(", ")} } from "./rpc.ts";\n`,
    ...own.map((resource) => declaration(owner, resource, rpcs, options)),
  ].join("\n");
  return [{ path: `${homeOf(owner)}/gen/resources.ts`, content }];
}

function declaration(
  owner: string,
  resource: DerivedResource,
  rpcs: readonly Rpc[],
  options: Options,
): string {
  const { message, service, plural, noun } = resource;
  const { name } = message;
  const mine = rpcs.filter((rpc) => rpc.service === service.typeName);
  const list = mine.find((rpc) => rpc.method === `List${service.name}`);
  const create = mine.find((rpc) => rpc.method === `Create${name}`);
  const one = mine.find((rpc) => rpc.pathFields.length > 0);
  const writable = resource.writable.map((field) => JSON.stringify(field.name)).join(" | ");
  const facts = {
    name: plural,
    noun,
    scope: resource.scope,
    table: `${owner}.${resource.table}`,
    path: (list ?? create)?.bindings[0]?.template.text ?? "",
    id: one?.pathFields.at(-1) ?? "",
    item: name,
    list: list?.name ?? "",
    isArchived: resource.isArchived,
    isDeleted: resource.isDeleted,
    ...flags({
      isRestorable: resource.isRestorable,
      isUnfiltered: resource.isUnfiltered,
      isRevised: mine.some((rpc) => rpc.method === namesOf(resource, service.name).revisions),
    }),
    ...(resource.finalStatus === undefined ? {} : { finalStatus: resource.finalStatus }),
    events: { noun: eventNoun(message, options), verbs: verbsOf(resource, service, options) },
    ...(resource.sorts.length === 0 ? {} : { sorts: resource.sorts }),
  };
  const members = resource.members.map((field) => JSON.stringify(memberOf(field, resource, options)));
  return `/** What the writer of one decides. */
export type ${name}Values = Pick<${name}, ${writable === "" ? "never" : writable}>;

/** ${name}, as its proto declares it. */
export const ${camel(name)}Declaration: Declaration<${name}, ${name}Values, List${service.name}Query> = {
${Object.entries(facts)
  .map(([key, value]) => `  ${key}: ${JSON.stringify(value)},`)
  .join("\n")}
  members: [
${members.map((member) => `    ${member},`).join("\n")}
  ],
};
`;
}

function memberOf(field: DescField, resource: DerivedResource, options: Options): object {
  const { trimmed, verbatim, omitted, default: initial, slug_of: slugOf } = options.member(field);
  const values = (options.rules(field)["string"] as { in?: string[] } | undefined)?.in;
  return {
    name: field.name,
    kind: kindOf(field, options),
    ...(values === undefined ? {} : { values }),
    ...(initial === undefined ? {} : { initial: JSON.parse(initial) as unknown }),
    ...flags({
      isNeverNull: isNeverNull(field, options),
      isWritable: resource.writable.includes(field),
      isOnce: resource.writable.includes(field) && !resource.patched.includes(field),
      isTrimmed: trimmed === true,
      isVerbatim: verbatim === true,
      isListed: resource.listed.includes(field),
      isSearched: resource.searched.includes(field),
      isDetail: resource.details.includes(field),
      isOmitted: omitted === true,
    }),
    ...(slugOf === undefined ? {} : { slugOf }),
  };
}

function flags(all: Record<string, boolean>): object {
  return Object.fromEntries(Object.entries(all).filter(([, isSet]) => isSet));
}

/** Returns the kind of a member, as libs/resource names it. */
function kindOf(field: DescField, options: Options): string {
  const rules = options.rules(field);
  if (field.fieldKind === "list" && field.message !== undefined) return "objects";
  if (field.fieldKind === "list")
    return textRules(rules.repeated?.items)["uuid"] === true ? "uuids" : "texts";
  if (field.message !== undefined)
    return field.message.typeName === "google.protobuf.Struct" ? "free" : "object";
  if (field.scalar === ScalarType.BOOL) return "boolean";
  if (field.scalar !== ScalarType.STRING) return "number";
  const { format } = options.json(field);
  if (format !== undefined) return format === "date" ? "date" : "datetime";
  const text = textRules(rules);
  if (text["uuid"] === true) return "uuid";
  return text["in"] === undefined ? "text" : "select";
}

function textRules(rules: FieldRules | undefined): Record<string, unknown> {
  return (rules?.["string"] ?? {}) as Record<string, unknown>;
}

import { serviceDescriptor } from "./descriptor.ts";
import { HEADER, type Generated } from "./generated.ts";
import type { Protos } from "./load.ts";
import { isMounted, isTranscoded, kebab, mountingServices, type Rpc } from "./model.ts";

/** Service whose every resource is health data. */
const OF_HEALTH = "emr";
/** Resources that stand in a table, which their path names first. */
const IN_TABLE = "table_id";

/** Resource that a GET answers by its id. */
interface Thing {
  noun: string;
  id: string;
  rpc: Rpc;
}

/**
 * Writes the things of which callers talk (comments.things): every resource with a GET by its id and without health
 * data; and the rpcs by which crm reads them and the comments on changesets.
 */
export function emitThings(rpcs: readonly Rpc[], protos: Protos): Generated[] {
  const things = rpcs.flatMap(thingsOf);
  const comments = rpcs.filter(
    ({ service, method }) =>
      service === "changes.v1.Comments" && ["ListComments", "CreateComment"].includes(method),
  );
  const changesetServices = mountingServices(rpcs).filter((service) => service !== OF_HEALTH);
  const owners = things.flatMap(({ rpc }) => (isMounted(rpc) ? changesetServices : [rpc.workload]));
  const content = `${HEADER}
import { readFileSync } from "node:fs";
import type { Thing } from "../src/comments/thing.ts";

/** Every thing of which callers talk, by its noun. */
export const things = {
${things.map((thing) => `  ${JSON.stringify(thing.noun)}: ${JSON.stringify(entryOf(thing))},`).join("\n")}
} as const satisfies Readonly<Record<string, Thing>>;

/** Rpcs of the comments on changesets. */
export const changesetComments = {
${comments.map((rpc) => `  ${JSON.stringify(rpc.method)}: ${JSON.stringify(calledOf(rpc))},`).join("\n")}
} as const;

/** Wire messages of all these rpcs. */
export const descriptor = readFileSync(new URL("./things.binpb", import.meta.url));

/** Services whose resources have comments. */
export const thingServices = ${JSON.stringify([...new Set(owners)].sort())} as const;

/** Services whose changesets are things, in the order in which the gateway distinguishes them. */
export const changesetServices = ${JSON.stringify(changesetServices)} as const;
`;
  return [
    { path: "services/crm/gen/things.ts", content },
    {
      path: "services/crm/gen/things.binpb",
      content: serviceDescriptor(protos, [...things.map(({ rpc }) => rpc).filter(isTranscoded), ...comments]),
    },
  ];
}

/** Returns the thing that an rpc answers by its id, or by its slug. */
function thingsOf(rpc: Rpc): Thing[] {
  const [binding] = rpc.bindings;
  const noun = kebab(/^Get(.+)$/.exec(rpc.method)?.[1] ?? "").replaceAll("-", "_");
  const id = /\{([a-z_]+)\}$/.exec(binding?.template.text ?? "")?.[1] ?? "";
  const others = rpc.pathFields.filter((field) => field !== id && field !== IN_TABLE);
  const isAsked = rpc.access === "scope" || (isMounted(rpc) && rpc.access === "authenticated");
  const isThing = rpc.owner !== OF_HEALTH && [`${noun}_id`, "slug"].includes(id);
  if (binding?.verb !== "GET" || !isAsked || rpc.isExpress || !isThing || others.length > 0) return [];
  return [{ noun, id, rpc }];
}

function entryOf({ id, rpc }: Thing): object {
  return {
    id,
    isInTable: id !== IN_TABLE && rpc.pathFields.includes(IN_TABLE),
    scope: rpc.access === "scope" ? rpc.resource : "",
    module: rpc.module,
    isBytes: rpc.isStreamed,
    ...calledOf(rpc),
  };
}

function calledOf(rpc: Rpc): object {
  const { service, method, readOnly } = rpc;
  const owner = isMounted(rpc) ? rpc.owner : rpc.workload;
  return { readOnly, path: rpc.bindings[0]?.template.text ?? "", rpc: { owner, service, method } };
}

import type { DescMessage } from "@bufbuild/protobuf";
import type { Fault } from "./contract-error.ts";
import type { Protos } from "./load.ts";
import type { Rpc } from "./model.ts";
import type { FieldRules, Options } from "./options.ts";
import { sourceOf } from "./source.ts";

/** Scope resources and module keys no token or team could have: they are listed once, in auth's own messages. */
export function vocabularyFaults(rpcs: readonly Rpc[], protos: Protos): Fault[] {
  const config = protos.registry.getMessage("auth.v1.TeamConfig");
  const resources = scopeResources(protos);
  const modules = listOf(config, "modules", protos.options, (rules) => rules.map?.keys?.["string"]);
  return rpcs.flatMap((rpc) => {
    const faults: string[] = [];
    if (rpc.access === "scope" && resources && !resources.includes(rpc.resource)) {
      faults.push(`has the resource "${rpc.resource}", which auth.v1.Scope does not list`);
    }
    if (rpc.module !== "" && modules && !modules.includes(rpc.module)) {
      faults.push(`has the module "${rpc.module}", which auth.v1.TeamConfig does not list`);
    }
    return faults.map((fault) => ({ at: sourceOf(rpc.desc).at, message: `${rpc.name} ${fault}` }));
  });
}

/** Every resource that a scope may name; undefined where the protos have no scopes. */
export function scopeResources({ registry, options }: Protos): readonly string[] | undefined {
  return listOf(registry.getMessage("auth.v1.Scope"), "resource", options, (rules) => rules["string"]);
}

function listOf(
  message: DescMessage | undefined,
  name: string,
  options: Options,
  pick: (rules: FieldRules) => unknown,
): readonly string[] | undefined {
  const field = message?.fields.find((candidate) => candidate.name === name);
  if (!field) return undefined;
  return (pick(options.rules(field)) as { in?: string[] } | undefined)?.in;
}

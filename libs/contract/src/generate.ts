import { withNewTools, type ReleasedTools } from "./check-tools.ts";
import { readContract } from "./contract.ts";
import { emitExpress, emitGateway, emitRpcList, indexOf } from "./emit-shared.ts";
import { emitEvents } from "./emit-events.ts";
import { emitInternal } from "./emit-internal.ts";
import { emitResources } from "./emit-resources.ts";
import { emitService } from "./emit-service.ts";
import { emitThings } from "./emit-things.ts";
import { emitTools } from "./emit-tools.ts";
import { emitToolsTable } from "./emit-tools-table.ts";
import { jsonFile, readableJsonFile, type Generated } from "./generated.ts";
import { loadProtos } from "./load.ts";
import { openapiOf } from "./openapi.ts";

/**
 * Generates everything from one compiled set of protos; the same bytes for the same input. `files` are those of folders
 * with a lifecycle.ts (handler-files.ts).
 */
export function generate(
  descriptorSet: Uint8Array,
  released: ReleasedTools,
  files: ReadonlySet<string> = new Set(),
): Generated[] {
  const protos = loadProtos(descriptorSet);
  const rpcs = readContract(protos, released);
  const owners = [...new Set(rpcs.map((rpc) => rpc.owner))];
  const perService = owners.flatMap((owner) => {
    const own = rpcs.filter((rpc) => rpc.owner === owner);
    return [
      ...emitService(owner, own, protos, files),
      ...emitResources(owner, own, protos.resources, protos.options),
      ...emitExpress(owner, own, protos.options),
      ...emitInternal(owner, rpcs, protos),
    ];
  });
  return [
    ...perService,
    ...emitGateway(rpcs, protos),
    jsonFile("services/agent/gen/index.json", indexOf(rpcs)),
    ...emitTools(rpcs, protos),
    ...emitThings(rpcs, protos),
    emitToolsTable(rpcs),
    ...emitEvents(protos),
    jsonFile("services/agent/gen/openapi.json", openapiOf(rpcs, protos)),
    emitRpcList(rpcs, protos.options),
    readableJsonFile("libs/contract/tools.json", withNewTools(rpcs, released)),
  ];
}

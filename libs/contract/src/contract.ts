import { ContractError, type Fault } from "./contract-error.ts";
import { duplicateFaults } from "./check-unique.ts";
import { messageFaults } from "./check-messages.ts";
import { nameFaults } from "./check-names.ts";
import { toolFaults, type ReleasedTools } from "./check-tools.ts";
import { scopeResources, vocabularyFaults } from "./check-vocabulary.ts";
import type { Protos } from "./load.ts";
import type { Rpc } from "./model.ts";
import { readRpc } from "./read-rpc.ts";
import { referenceFaults } from "./references.ts";

/** Every rpc of the platform, in the order of file and declaration; throws a ContractError that lists every fault. */
export function readContract(protos: Protos, released: ReleasedTools): Rpc[] {
  const faults: Fault[] = [];
  const rpcs = protos.services
    .flatMap((service) => service.methods)
    .map((method) => readRpc(method, protos, faults))
    .filter((rpc) => rpc !== undefined);
  faults.push(...duplicateFaults(rpcs), ...messageFaults(rpcs, protos.options));
  faults.push(...nameFaults(rpcs));
  faults.push(...toolFaults(rpcs, released), ...vocabularyFaults(rpcs, protos));
  faults.push(...referenceFaults(rpcs, protos.options, scopeResources(protos)));
  if (faults.length > 0) throw new ContractError(faults);
  return rpcs;
}

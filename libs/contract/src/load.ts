import {
  createFileRegistry,
  fromBinary,
  type DescFile,
  type DescService,
  type FileRegistry,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, type FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { derive, type DerivedResource } from "./derive/derive.ts";
import { Options } from "./options.ts";

/** The compiled protos with everything the generator asks of them. */
export interface Protos {
  set: FileDescriptorSet;
  registry: FileRegistry;
  options: Options;
  /** Services of ours, in the order of file name and declaration. */
  services: DescService[];
  /** Resources of plain members, as their messages declare them. */
  resources: DerivedResource[];
}

/** Folders whose files are not ours to annotate. */
const FOREIGN = /^(google|buf)\//;

/** Reads a FileDescriptorSet as buf builds it, and completes it with what follows from its resources and paths. */
export function loadProtos(bytes: Uint8Array): Protos {
  const set = fromBinary(FileDescriptorSetSchema, bytes);
  const resources = derive(set);
  const registry = createFileRegistry(set);
  const ours = [...registry.files].filter(isOurs).sort((a, b) => (a.name < b.name ? -1 : 1));
  const services = ours.flatMap((file) => file.services);
  return { set, registry, options: new Options(registry), services, resources };
}

function isOurs(file: DescFile): boolean {
  return !FOREIGN.test(file.name);
}

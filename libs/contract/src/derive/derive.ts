import { createFileRegistry, type DescFile, type DescService, type FileRegistry } from "@bufbuild/protobuf";
import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { ContractError } from "../contract-error.ts";
import { kebab } from "../model.ts";
import { Options } from "../options.ts";
import { sourceOf } from "../source.ts";
import { addIncluded } from "./includes.ts";
import { addMessages } from "./messages.ts";
import { addRequest, completeMethod } from "./methods.ts";
import { resourceOf, type ResourceModel } from "./model.ts";
import { OptionWriter } from "./option-writer.ts";
import { addValues } from "./values.ts";

/** A resource and the service whose rpcs work on it. */
export interface DerivedResource extends ResourceModel {
  service: DescService;
}

/**
 * Adds to a set what follows from its resources (platform.v1.resource) and from the paths of its rpcs. Everything that
 * reads the set afterwards finds it as if it had been written by hand. Answers the resources as they were declared.
 */
export function derive(set: FileDescriptorSet): DerivedResource[] {
  const registry = createFileRegistry(set);
  const options = new Options(registry);
  const files = [...registry.files];
  const resources = files.flatMap((file) => resourcesOf(file, options));
  addValues(registry, options, new OptionWriter(registry));
  addIncluded(files, registry, options);
  for (const resource of resources) addMessages(resource, resource.service.name, { registry, options });
  completeMethods(files, resources, registry, options);
  return resources;
}

function resourcesOf(file: DescFile, options: Options): DerivedResource[] {
  return file.messages.flatMap((message) => {
    const resource = resourceOf(message, options);
    if (resource === undefined) return [];
    const service = file.services.find(({ name }) => kebab(name).replaceAll("-", "_") === resource.plural);
    if (service === undefined) {
      const fault = `${message.typeName} is a resource, and its file has no service named after its plural`;
      throw new ContractError([{ at: sourceOf(message).at, message: fault }]);
    }
    const unlistable = resource.listed.find((field) => field.fieldKind !== "scalar");
    if (unlistable !== undefined) {
      const fault = `${message.typeName}.${unlistable.name} is listed and no scalar: a parameter cannot have its value`;
      throw new ContractError([{ at: sourceOf(unlistable).at, message: fault }]);
    }
    return [{ ...resource, service }];
  });
}

function completeMethods(
  files: readonly DescFile[],
  resources: readonly DerivedResource[],
  registry: FileRegistry,
  options: Options,
): void {
  const writer = new OptionWriter(registry);
  for (const service of files.flatMap((file) => file.services)) {
    const resource = resources.find((one) => one.service === service);
    for (const method of service.methods) {
      if (resource !== undefined) completeMethod(method, resource, options, writer);
      addRequest(method, registry, options);
    }
  }
}

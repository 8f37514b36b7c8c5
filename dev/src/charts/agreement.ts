import { connectionsOf, type Service } from "@jst/fleet";
import { configOf, type SettingFacts } from "./settings.ts";

/**
 * Throws one error that lists every place where the settings that a service's config.ts reads and the list of services
 * do not agree: its doors, whom it calls, its database roles.
 */
export function requireAgreement(described: readonly (readonly [Service, readonly SettingFacts[]])[]): void {
  const faults = described.flatMap(([service, settings]) => faultsOf(service, settings));
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

function faultsOf(service: Service, settings: readonly SettingFacts[]): string[] {
  const listed = listedVariables(service);
  const read = settings.map(({ variable }) => variable).filter((variable) => isListed.test(variable));
  const config = configOf(service);
  const list = "libs/fleet/src/services.ts";
  return [
    ...listed
      .filter((variable) => !read.includes(variable))
      .map((variable) => `${config} does not read ${variable}, which follows from ${list}: add the setting.`),
    ...read
      .filter((variable) => !listed.includes(variable))
      .map(
        (variable) => `${config} reads ${variable}, but ${list} does not say so of ${service.name}: add it.`,
      ),
  ];
}

/** Settings that follow from the list. */
const isListed = /^(?:GRPC_PORT|HTTP_PORT|\w+_GRPC|(?:\w+_)?DATABASE_URL)$/;

function listedVariables(service: Service): string[] {
  const { doors, calls } = service;
  return [
    ...doors.map((door) => `${door.toUpperCase()}_PORT`),
    ...calls.map((peer) => `${peer.toUpperCase()}_GRPC`),
    ...connectionsOf(service).map(({ variable }) => variable),
  ];
}

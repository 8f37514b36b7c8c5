import path from "node:path";
import { pathToFileURL } from "node:url";
import { describeConfig, type Environment, type SettingDescription } from "@jst/config";
import type { Service } from "@jst/fleet";
import { repository } from "../config.ts";

/** A setting of a service. */
export interface SettingFacts extends SettingDescription {
  /** The service whose gRPC address it is. */
  peer?: string;
}

/** The file with the settings of a workload. */
export function configOf({ name, package: home }: Service): string {
  return home === undefined ? `services/${name}/src/config.ts` : `services/${home}/src/${name}-config.ts`;
}

/** Reads the settings behind the one `read…Config` that the file exports. */
export async function settingsOf(config: string): Promise<SettingFacts[]> {
  const file = path.join(repository, config);
  const exported = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  const read = Object.entries(exported).find(([name]) => /^read\w+Config$/.test(name))?.[1];
  if (typeof read !== "function") throw new Error(`${file} exports no read…Config.`);
  const settings = describeConfig(read as (environment: Environment) => unknown);
  return settings.map(withPeer).sort((a, b) => (a.variable < b.variable ? -1 : 1));
}

function withPeer(setting: SettingDescription): SettingFacts {
  const [, peer] = /^(\w+)_GRPC$/.exec(setting.variable) ?? [];
  return peer === undefined ? setting : { ...setting, peer: peer.toLowerCase() };
}

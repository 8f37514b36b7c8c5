import path from "node:path";
import { pathToFileURL } from "node:url";
import { describeConfig, type Environment, type SettingDescription } from "@jst/config";
import { repository } from "../config.ts";

/** A setting of a service. */
export interface SettingFacts extends SettingDescription {
  /** The service whose gRPC address it is. */
  peer?: string;
}

/** The settings behind the one `read…Config` that the folder's config.ts exports. */
export async function settingsOf(folder: string): Promise<SettingFacts[]> {
  const file = path.join(repository, folder, "src/config.ts");
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

/** Configuration from the environment: declared once per service, read once, frozen. */
export {
  ConfigError,
  describeConfig,
  readConfig,
  type Environment,
  type SettingDescription,
} from "./read-config.ts";
export { Secret } from "./secret.ts";
export { readSecretKeys, SecretBox, type SecretKeys } from "./secret-box.ts";
export {
  checked,
  choice,
  httpUrl,
  integer,
  port,
  secret,
  secretFile,
  text,
  tlsFolder,
  type Setting,
  type SettingKind,
  type TlsIdentity,
} from "./settings.ts";

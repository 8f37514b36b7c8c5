/** Configuration from the environment: declared once per service, read once, frozen. */
export { ConfigError, readConfig } from "./read-config.ts";
export { Secret } from "./secret.ts";
export { choice, httpUrl, integer, port, secret, secretFile, text, type Setting } from "./settings.ts";

/** The gateway's configuration for those who start Envoy: the local fleet, the image, the tests. */
export { renderGateway } from "./render.ts";
export { envoyArguments, type Address, type GatewaySettings } from "./settings.ts";

import { readFileSync } from "node:fs";

/** A route of Envoy's RouteConfiguration, as far as the gateway reads it. */
export interface Route {
  name: string;
  route?: { cluster?: string; [member: string]: unknown };
  [member: string]: unknown;
}

/** What the generator makes of the protos for the gateway. */
export interface GeneratedRoutes {
  /** Full names of the transcoded services. */
  services: string[];
  /** In the order in which Envoy must try them. */
  routes: Route[];
}

/** Reads gen/routes.json. */
export function readRoutes(path: string): GeneratedRoutes {
  // Written by our own generator and checked by Envoy when it loads the result.
  return JSON.parse(readFileSync(path, "utf8")) as GeneratedRoutes;
}

/** Names of the clusters the routes lead to, each once, with auth first: every deployment needs it. */
export function clusterNames(routes: readonly Route[]): string[] {
  const named = routes.flatMap(({ route }) => (route?.cluster === undefined ? [] : [route.cluster]));
  return [...new Set(["auth", ...named])];
}

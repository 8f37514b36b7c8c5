import { readFileSync } from "node:fs";

interface Route {
  name: string;
  typed_per_filter_config?: Record<
    string,
    { disabled?: boolean; check_settings?: { context_extensions?: Record<string, string> } }
  >;
}

/** Reads the facts that the generated gateway configuration hands to Check, by name of the route. */
export function gatewayRouteFacts(): [route: string, facts: Record<string, string>][] {
  const file = new URL("../../../../gateway/gen/routes.json", import.meta.url);
  const { routes } = JSON.parse(readFileSync(file, "utf8")) as { routes: Route[] };
  const found: [string, Record<string, string>][] = [];
  for (const { name, typed_per_filter_config: filters = {} } of routes) {
    for (const { check_settings } of Object.values(filters)) {
      if (check_settings?.context_extensions !== undefined)
        found.push([name, check_settings.context_extensions]);
    }
  }
  return found;
}

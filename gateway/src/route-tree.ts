import type { Route } from "./routes.ts";
import type { Tree } from "./template.ts";

/** Routes that every request is held against: some before all others, some after them. */
export interface OuterRoutes {
  first: readonly Route[];
  last: readonly Route[];
}

/** Segments of a path that choose a branch: `/api/v1/<resource>`. */
const SEGMENTS = 3;

const path: Tree = {
  name: "path",
  typed_config: {
    "@type": "type.googleapis.com/envoy.type.matcher.v3.HttpRequestHeaderMatchInput",
    header_name: ":path",
  },
};

/**
 * The routes as a tree over the path. Envoy holds a request against one route after the other, before it is transcoded
 * and again afterwards; of a hundred and more the tree leaves the few that its path may mean, in their order. It
 * answers what the list would: a branch has every route that can match a path that leads to it.
 */
export function routeTree(routes: readonly Route[], outer: OuterRoutes): Tree {
  const branch = (members: readonly Route[]) => branchOf([...outer.first, ...members, ...outer.last]);
  const begins = new Map(routes.map((route) => [route, literalStart(route)]));
  const exact = new Map<string, Tree>();
  for (const name of routes.map(rpcPath))
    if (name !== undefined && !exact.has(name))
      exact.set(name, branch(routes.filter((route) => rpcPath(route) === name)));
  const prefixes = new Map<string, Tree>();
  for (const [route, start] of begins) {
    const key = start.split("/", SEGMENTS + 1).join("/");
    if (key === "" || prefixes.has(key) || rpcPath(route) !== undefined) continue;
    prefixes.set(key, branch(routes.filter((each) => meets(begins.get(each) ?? "", key))));
  }
  return {
    matcher_tree: { input: path, exact_match_map: { map: Object.fromEntries(exact) } },
    on_no_match: {
      matcher: {
        matcher_tree: { input: path, prefix_match_map: { map: Object.fromEntries(prefixes) } },
        on_no_match: branch(routes),
      },
    },
  };
}

/** True when a path that begins with `key` may begin with `start`; of several keys Envoy takes the longest. */
function meets(start: string, key: string): boolean {
  return start.startsWith(key) || key.startsWith(start);
}

/** The path a transcoded request has on this route; undefined for a route of a URL. */
function rpcPath({ match }: Route): string | undefined {
  const { path: whole } = matchOf(match);
  return whole !== undefined && /^\/[\w.]+\.v\d+\.\w+\/\w+$/.test(whole) ? whole : undefined;
}

/** Returns the literal beginning of every path on this route: whole segments without the slash behind them. */
function literalStart(route: Route): string {
  const { path: whole, prefix, path_separated_prefix: separated, safe_regex: pattern } = matchOf(route.match);
  const plain = whole ?? prefix ?? separated;
  if (plain !== undefined) return plain.replace(/\/$/, "");
  // Literal beginning of a pattern; the last segment may be incomplete.
  const literal = /^[\w/-]*/.exec(pattern?.regex.includes("|") === true ? "" : (pattern?.regex ?? ""));
  return (literal?.[0] ?? "").replace(/\/[^/]*$/, "");
}

interface PathMatch {
  path?: string;
  prefix?: string;
  path_separated_prefix?: string;
  safe_regex?: { regex: string };
}

function matchOf(match: unknown): PathMatch {
  return match ?? {};
}

function branchOf(routes: readonly Route[]): Tree {
  const list = { "@type": "type.googleapis.com/envoy.config.route.v3.RouteList", routes };
  return { action: { name: "routes", typed_config: list as unknown as Tree } };
}

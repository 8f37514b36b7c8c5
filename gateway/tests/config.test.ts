import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { parse } from "yaml";
import { renderGateway, type GatewaySettings } from "../src/index.ts";
import { clusterNames, readRoutes, withoutOAuth } from "../src/routes.ts";
import { fill } from "../src/template.ts";
import { envoyBinary } from "./config.ts";
import { fixtureSettings } from "./gateway.ts";
import { validateConfig } from "./validate-config.ts";

const folder = mkdtempSync(join(tmpdir(), "jst-gateway-"));
after(() => rmSync(folder, { recursive: true }));

const generated = join(import.meta.dirname, "../gen");
const { routes } = readRoutes(join(generated, "routes.json"));

/** Settings for the real routes, as a container would have them. */
function containerSettings(): GatewaySettings {
  return {
    host: "0.0.0.0",
    publicPort: 8080,
    adminPort: 9901,
    baseUrl: "https://api.example.test",
    corsOrigins: [],
    agentOrigins: [],
    clusters: Object.fromEntries(
      clusterNames(routes).map((name) => [name, { host: name.replace("_", "-"), port: 50051 }]),
    ),
    accessLog: null,
    descriptorPath: join(generated, "descriptor.binpb"),
  };
}

/** Returns Envoy's verdict about a configuration. */
function validate(config: string): { status: number | null; log: string } {
  const path = join(folder, "validate.yaml");
  writeFileSync(path, config);
  return validateConfig(envoyBinary(), path);
}

test("Envoy accepts the real routes without a warning", () => {
  assert.deepEqual(validate(renderGateway(containerSettings())), { status: 0, log: "" });
});

test("Envoy accepts origins, an access log and the fixture", async () => {
  const settings = await fixtureSettings(folder, { auth: 1, things: 2, plain: 3 });
  assert.deepEqual(validate(renderGateway(settings)), { status: 0, log: "" });
});

test("Envoy accepts a collector by name, and one percent of requests is recorded unless the settings say more", () => {
  const collector = { host: "collector.example.test", port: 4318 };
  const recorded = (settings: Partial<GatewaySettings>): string | undefined => {
    const config = renderGateway({ ...containerSettings(), ...settings });
    assert.deepEqual(validate(config), { status: 0, log: "" });
    return /numerator: (\d+)/.exec(config)?.[1];
  };
  assert.equal(recorded({ traceCollector: collector }), "10000");
  assert.equal(recorded({ traceCollector: collector, tracePercent: 100 }), "1000000");
  assert.equal(recorded({ tracePercent: 100 }), "0", "without a collector nothing is recorded");
});

test("a route to a service without an address is an error that names every such service", () => {
  const { clusters } = containerSettings();
  const known = Object.fromEntries(
    Object.entries(clusters).filter(([name]) => name !== "auth" && name !== "crm"),
  );
  assert.throws(
    () => renderGateway({ ...containerSettings(), clusters: known }),
    /settings\.clusters for: auth, crm$/,
  );
});

test("a place of envoy.yaml that nobody fills is an error, an element that is a list is spliced in", () => {
  assert.throws(() => fill(["${nobody}"], {}), /\$\{nobody\}/);
  assert.deepEqual(fill({ a: ["${b}", 1], c: "${b}", d: "x ${b}" }, { b: [2, 3] }), {
    a: [2, 3, 1],
    c: [2, 3],
    d: "x ${b}",
  });
});

test("auth is switched off for the public routes, what lies outside /api/v1 and preflights alone", () => {
  const off = routesOf(
    renderGateway({ ...containerSettings(), corsOrigins: ["https://app.example.test"] }),
  ).filter((route) => extAuthz(route)?.disabled === true);
  const isPublic = routes.filter((route) => "request_headers_to_remove" in route);
  assert.deepEqual(
    off.map(({ name }) => name),
    ["preflight", ...isPublic.map(({ name }) => name), "home", "outside"],
  );
});

test("rpcs of emr alone are told the program and the source, and those of lists the form too", () => {
  const told = ["accept", "user-agent", "x-forwarded-for"];
  const missing = (cluster: string): string[][] =>
    routesOf(renderGateway(containerSettings()))
      .filter(({ route }) => route?.cluster === cluster)
      .map((route) => told.filter((name) => route.request_headers_to_remove?.includes(name)));
  const [charts, contacts] = [missing("emr"), missing("crm")];
  assert.ok(charts.length > 0 && contacts.length > 0);
  assert.deepEqual([...new Set(charts.flat())], []);
  for (const names of contacts)
    assert.deepEqual(
      names.filter((name) => name !== "accept"),
      ["user-agent", "x-forwarded-for"],
    );
  assert.deepEqual(new Set(contacts.map((names) => names.includes("accept"))), new Set([true, false]));
});

test("rpcs of account alone are told the host that the client called", () => {
  const told = (cluster: string) =>
    routesOf(renderGateway(containerSettings()))
      .filter(({ route }) => route?.cluster === cluster)
      .map(({ route }) => route !== undefined && "append_x_forwarded_host" in route);
  for (const [cluster, isTold] of [
    ["account", true],
    ["crm", false],
    ["agent", false],
  ] as const)
    assert.deepEqual([...new Set(told(cluster))], told(cluster).length === 0 ? [] : [isTold], cluster);
  assert.ok(told("account").length > 0);
});

test("every other route tells auth what kind of access it needs", () => {
  const silent = routesOf(renderGateway(containerSettings())).filter(
    (route) =>
      extAuthz(route)?.disabled !== true &&
      extAuthz(route)?.check_settings?.context_extensions?.["access"] === undefined,
  );
  assert.deepEqual(silent, []);
});

test("auth is never shown the content type: over HTTP that would let everyone in", () => {
  const config = renderGateway(containerSettings());
  const patterns = /allowed_headers:\s+patterns:\n((?:\s+- exact: \S+\n)+)/.exec(config)?.[1] ?? "";
  assert.match(patterns, /authorization/);
  assert.doesNotMatch(patterns, /content-type/);
  assert.doesNotMatch(config, /failure_mode_allow: true/);
});

test("the generated routes stand before the catch-alls, in their order, in every branch of the tree", () => {
  const branches = branchesOf(renderGateway(containerSettings()));
  const last = ["unmatched", "unmatched", "unmatched", "home", "outside"];
  assert.deepEqual(branches.at(-1)?.map(nameOf), [...routes.map(nameOf), ...last]);
  const ranks = new Map(routes.map((route, rank) => [JSON.stringify([route.name, route["match"]]), rank]));
  for (const branch of branches) {
    assert.deepEqual(branch.slice(-last.length).map(nameOf), last);
    const order = branch
      .slice(0, -last.length)
      .map((route) => ranks.get(JSON.stringify([route.name, route.match])));
    assert.deepEqual(
      order,
      order.toSorted((a = -1, b = -1) => a - b),
    );
  }
});

test("a path finds the routes it can match in its branch, and few others", () => {
  const { branch, all } = treeOf(renderGateway(containerSettings()));
  const paths = routes.flatMap(({ match }) => samplesOf(match as PathMatch));
  assert.ok(paths.length > routes.length);
  for (const path of [...paths, "/", "/api", "/api/v1", "/api/v1/datax", "/api/v1/data", "/api/v2/data"]) {
    const found = branch(path);
    const meant = all.filter(({ match }) => matches(match, path)).map(nameOf);
    assert.deepEqual(found.filter(({ match }) => matches(match, path)).map(nameOf), meant, path);
    if (path.startsWith("/api/v1/data/")) assert.ok(found.length < routes.length / 4, path);
  }
});

const nameOf = ({ name }: { name: string }) => name;

/** Paths that a route is for, with and without a query. */
function samplesOf({
  path,
  safe_regex: pattern,
  prefix,
  path_separated_prefix: separated,
}: PathMatch): string[] {
  const shape = path ?? prefix ?? separated ?? pattern?.regex ?? "";
  const [plain, odd] = ["x1", "x:y-z"].map((id) =>
    shape
      .replaceAll(/\[[^\]]*\][+*]/g, id)
      .replaceAll("/?", "")
      .replaceAll("\\", ""),
  );
  return [plain, odd, `${plain}/`, `${plain}?a=/b`].filter((sample) => sample !== undefined);
}

interface PathMatch {
  path?: string;
  prefix?: string;
  path_separated_prefix?: string;
  safe_regex?: { regex: string };
}

/** As Envoy holds a path against a route, whatever its headers. */
function matches(
  { path, prefix, path_separated_prefix: separated, safe_regex: pattern }: PathMatch,
  target: string,
) {
  const [plain = ""] = target.split("?");
  if (path !== undefined) return plain === path;
  if (separated !== undefined) return plain === separated || plain.startsWith(`${separated}/`);
  if (prefix !== undefined) return target.startsWith(prefix);
  return pattern !== undefined && new RegExp(`^(?:${pattern.regex})$`).test(plain);
}

interface ExtAuthz {
  disabled?: boolean;
  check_settings?: { context_extensions?: Record<string, string> };
}
interface RenderedRoute {
  name: string;
  match: PathMatch;
  typed_per_filter_config?: Record<string, ExtAuthz>;
  route?: { cluster?: string };
  request_headers_to_remove?: string[];
}

interface Branch {
  action: { typed_config: { routes: RenderedRoute[] } };
}
interface RouteTree {
  matcher_tree: { exact_match_map: { map: Record<string, Branch> } };
  on_no_match: {
    matcher: { matcher_tree: { prefix_match_map: { map: Record<string, Branch> } }; on_no_match: Branch };
  };
}

function extAuthz(route: RenderedRoute): ExtAuthz | undefined {
  return route.typed_per_filter_config?.["envoy.filters.http.ext_authz"];
}

function matcherOf(config: string): RouteTree {
  const document = parse(config) as {
    static_resources: {
      listeners: [
        {
          filter_chains: [
            { filters: [{ typed_config: { route_config: { virtual_hosts: [{ matcher: RouteTree }] } } }] },
          ];
        },
      ];
    };
  };
  const [listener] = document.static_resources.listeners;
  return listener.filter_chains[0].filters[0].typed_config.route_config.virtual_hosts[0].matcher;
}

const membersOf = ({ action }: Branch): RenderedRoute[] => action.typed_config.routes;

/** All routes, and those a path is held against. */
function treeOf(config: string) {
  const { matcher_tree: tree, on_no_match: other } = matcherOf(config);
  const exact = tree.exact_match_map.map;
  const { matcher_tree: prefixed, on_no_match: none } = other.matcher;
  const keys = Object.keys(prefixed.prefix_match_map.map).sort((a, b) => b.length - a.length);
  const branch = (path: string): RenderedRoute[] => {
    const key = keys.find((each) => path.startsWith(each));
    return membersOf(exact[path] ?? prefixed.prefix_match_map.map[key ?? ""] ?? none);
  };
  return { branch, all: membersOf(none) };
}

/** Every branch, that of all routes last. */
function branchesOf(config: string): RenderedRoute[][] {
  const { matcher_tree: tree, on_no_match: other } = matcherOf(config);
  const { matcher_tree: prefixed, on_no_match: none } = other.matcher;
  const branches = [tree.exact_match_map.map, prefixed.prefix_match_map.map].flatMap(Object.values<Branch>);
  return [...branches, none].map(membersOf);
}

const routesOf = (config: string): RenderedRoute[] => branchesOf(config).at(-1) ?? [];

test("Envoy accepts a listener for probes, which an ordinary deployment does not have", () => {
  const config = renderGateway({ ...containerSettings(), opsPort: 9100 });
  assert.deepEqual(validate(config), { status: 0, log: "" });
  const names = (text: string): string[] =>
    (parse(text) as { static_resources: { listeners: { name: string }[] } }).static_resources.listeners.map(
      ({ name }) => name,
    );
  assert.deepEqual(names(config), ["public", "operations"]);
  assert.deepEqual(names(renderGateway(containerSettings())), ["public"]);
});

test("an isolated tenant has every route but those of OAuth, however they are matched", () => {
  const route = (match: object) => ({ name: JSON.stringify(match), match });
  const gone = [
    route({ path: "/oauth/token" }),
    route({ prefix: "/oauth/" }),
    route({ safe_regex: { regex: "/oauth/grants/[^/]+/?" } }),
    route({ path: "/.well-known/oauth-authorization-server" }),
    route({ safe_regex: { regex: "/\\.well-known/oauth-protected-resource(?:/.*)?" } }),
  ];
  const kept = [route({ path: "/api/.well-known/openapi.json" }), route({ path: "/api/v1/oauth-apps" })];
  assert.deepEqual(withoutOAuth([...gone, ...kept]), kept);
});

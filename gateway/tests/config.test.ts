import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
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
    clusters: Object.fromEntries(
      clusterNames(routes).map((name) => [name, { host: name.replace("_", "-"), port: 50051 }]),
    ),
    accessLog: null,
    descriptorPath: join(generated, "descriptor.binpb"),
  };
}

/** What Envoy says to a configuration. */
function validate(config: string): { status: number | null; log: string } {
  const path = join(folder, "validate.yaml");
  writeFileSync(path, config);
  const { status, stderr } = spawnSync(
    envoyBinary(),
    ["--mode", "validate", "-c", path, "--log-level", "warning"],
    { encoding: "utf8" },
  );
  return { status, log: stderr };
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
    ["preflight", ...isPublic.map(({ name }) => name), "outside"],
  );
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

test("the generated routes stand before the catch-alls, in their order", () => {
  const names = routesOf(renderGateway(containerSettings())).map(({ name }) => name);
  assert.deepEqual(names, [...routes.map(({ name }) => name), "unmatched", "outside"]);
});

interface ExtAuthz {
  disabled?: boolean;
  check_settings?: { context_extensions?: Record<string, string> };
}
interface RenderedRoute {
  name: string;
  typed_per_filter_config?: Record<string, ExtAuthz>;
}

function extAuthz(route: RenderedRoute): ExtAuthz | undefined {
  return route.typed_per_filter_config?.["envoy.filters.http.ext_authz"];
}

function routesOf(config: string): RenderedRoute[] {
  const document = parse(config) as {
    static_resources: {
      listeners: [
        {
          filter_chains: [
            {
              filters: [{ typed_config: { route_config: { virtual_hosts: [{ routes: RenderedRoute[] }] } } }];
            },
          ];
        },
      ];
    };
  };
  const [listener] = document.static_resources.listeners;
  return listener.filter_chains[0].filters[0].typed_config.route_config.virtual_hosts[0].routes;
}

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

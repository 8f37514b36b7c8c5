import assert from "node:assert/strict";
import { test } from "node:test";
import { readContract } from "./contract.ts";
import { platformProtos } from "./fixture-protos.ts";
import { gatewayRoutes } from "./routes.ts";
import { compareTemplates, expressPathOf, parseTemplate, regexOf, type Template } from "./template.ts";

interface Route {
  name: string;
  match: { path?: string; safe_regex?: { regex: string }; headers?: object[] };
  route?: { cluster: string; timeout: string; idle_timeout?: string; retry_policy: { retry_on: string } };
  direct_response?: { status: number };
  request_headers_to_add?: { header: { value: string } }[];
  request_headers_to_remove?: string[];
  response_headers_to_add?: { header: { value: string } }[];
  typed_per_filter_config: Record<
    string,
    { disabled?: boolean; check_settings?: { context_extensions: Record<string, string> } }
  >;
}

const rpcs = readContract(await platformProtos(), {});
const generated = gatewayRoutes(rpcs);
const routes = generated.routes as unknown as Route[];

function routeOf(name: string): Route {
  const route = routes.find((candidate) => candidate.name === name);
  assert.ok(route, name);
  return route;
}

function extensionsOf(route: Route): Record<string, string> | undefined {
  return route.typed_per_filter_config["envoy.filters.http.ext_authz"]?.check_settings?.context_extensions;
}

function template(text: string): Template {
  const parsed = parseTemplate(text);
  assert.ok(parsed, text);
  return parsed;
}

test("an rpc route is reached through the transcoder alone and tells auth its scope", () => {
  const route = routeOf("crm.v1.Contacts/CreateContact");
  assert.equal(route.match.path, "/crm.v1.Contacts/CreateContact");
  assert.deepEqual(route.match.headers, [{ name: "x-envoy-original-path", present_match: true }]);
  assert.equal(route.route?.cluster, "crm");
  assert.deepEqual(extensionsOf(route), {
    rpc: "crm.v1.Contacts/CreateContact",
    resource: "contacts",
    action: "write",
    access: "scope",
    module: "contacts",
    surface: "rest",
    writes: "true",
  });
});

test("a route leads to the process that the proto names, or else to the one with the name of the package", () => {
  const clusterOf = (name: string) => routeOf(name).route?.cluster;
  assert.equal(clusterOf("auth.v1.Tokens/ListTokens"), "account");
  assert.equal(clusterOf("auth.v1.SignInPages/ShowSignIn"), "account_http");
  assert.equal(clusterOf("crm.v1.Contacts/ListContacts"), "crm");
});

test("the deadline a service sees ends before the gateway's own", () => {
  for (const route of routes.filter(({ request_headers_to_add }) => request_headers_to_add)) {
    const deadline = Number.parseInt(route.request_headers_to_add?.[0]?.header.value ?? "", 10);
    assert.ok(deadline < Number.parseFloat(route.route?.timeout ?? "") * 1000, route.name);
  }
});

test("an upload may stand still for as long as it may take, while it is stored; nothing else may", () => {
  const uploads = new Set(rpcs.filter(({ form }) => form !== undefined).map(({ name }) => name));
  for (const { name, route } of routes)
    assert.equal(route?.idle_timeout, uploads.has(name) ? route?.timeout : undefined, name);
});

test("a write is never sent again once it may have arrived", () => {
  for (const rpc of rpcs.filter(({ bindings, isExpress }) => bindings.length > 0 && !isExpress)) {
    const words = routeOf(rpc.name).route?.retry_policy.retry_on.split(",") ?? [];
    assert.equal(words.includes("reset") || words.includes("unavailable"), rpc.readOnly, rpc.name);
  }
});

test("every HTTP rpc has a route, and no internal one has", () => {
  for (const rpc of rpcs) {
    assert.equal(
      routes.some(({ name }) => name === rpc.name),
      rpc.access !== "internal",
      rpc.name,
    );
  }
  assert.ok(!generated.services.includes("auth.v1.Operator"));
});

test("a public route asks nobody and passes no Authorization on", () => {
  const route = routeOf("agent.v1.Discovery/GetOpenApi");
  assert.equal(route.typed_per_filter_config["envoy.filters.http.ext_authz"]?.disabled, true);
  assert.deepEqual(route.request_headers_to_remove, ["authorization"]);
});

test("nothing but the routes of public rpcs and preflights goes without auth", () => {
  const isPreflight = ({ match }: (typeof routes)[number]): boolean =>
    JSON.stringify(match).includes('"exact":"OPTIONS"');
  const open = routes
    .filter((route) => extensionsOf(route) === undefined && !isPreflight(route))
    .map(({ name }) => name);
  assert.deepEqual(
    [...new Set(open)],
    [
      "405 /p/sign-in/callback",
      "405 /api/v1/tokens/refresh",
      "auth.v1.Tokens/RefreshToken",
      "agent.v1.Discovery/GetOpenApi",
      "agent.v1.Discovery/GetReference",
      "agent.v1.Discovery/GetErrorCode",
      "auth.v1.ConnectedAppPages/ShowConnectedApps",
      "auth.v1.ConnectedAppPages/DisconnectOnPage",
      "auth.v1.ConnectedAppPages/SetModeOnPage",
      "auth.v1.OAuth/ShowServerMetadata",
      "auth.v1.OAuth/ShowServerMetadataOfApi",
      "auth.v1.OAuth/ShowServerMetadataOfMcp",
      "auth.v1.OAuth/ShowServerMetadataOfActions",
      "auth.v1.OAuth/ShowResourceMetadata",
      "auth.v1.OAuth/ShowMcpMetadata",
      "auth.v1.OAuth/ShowActionsMetadata",
      "auth.v1.OAuth/RegisterClient",
      "auth.v1.OAuth/IssueTokens",
      "auth.v1.OAuth/RevokeGrantedToken",
      "auth.v1.OAuth/ShowConsent",
      "auth.v1.OAuth/DecideConsent",
      "auth.v1.PasskeySignIn/StartPasskeySignIn",
      "auth.v1.PasskeySignIn/SignInWithPasskey",
      "auth.v1.SignInPages/ShowSignIn",
      "auth.v1.SignInPages/StartSignIn",
      "auth.v1.SignInPages/FinishSignIn",
      "auth.v1.SignInPages/ShowSignInLink",
      "auth.v1.SignInPages/UseSignInLink",
      "auth.v1.SignInPages/SignOut",
      "auth.v1.SignInPages/ShowAccount",
      "auth.v1.SignInPages/EndSessionOfAccount",
      "commerce.v1.Callbacks/ReceiveStripeEvent",
      "commerce.v1.DocumentPages/ShowInvoice",
      "commerce.v1.DocumentPages/ShowQuote",
      "commerce.v1.DocumentPages/DecideQuote",
      "commerce.v1.DocumentPages/PayOnInvoice",
      "commerce.v1.DocumentPages/ShowCheckout",
      "commerce.v1.DocumentPages/PayCheckout",
      "comms.v1.MailInbound/ReceiveMime",
      "comms.v1.TwilioInbound/ReceiveTwilioMessage",
      "comms.v1.TwilioInbound/ReceiveTwilioStatus",
      "comms.v1.Unsubscribing/ShowUnsubscribe",
      "comms.v1.Unsubscribing/Unsubscribe",
      "console.v1.Console/GetConsoleFile",
      "console.v1.Console/GetConsole",
      "crm.v1.FormPages/ShowForm",
      "crm.v1.FormPages/SendForm",
      "data.v1.Addresses/OpenAddress",
      "scheduling.v1.BookingPages/ShowBookable",
      "scheduling.v1.BookingPages/ShowSlots",
      "scheduling.v1.BookingPages/SendBooking",
      "scheduling.v1.BookingPages/ShowBooking",
      "scheduling.v1.BookingPages/DeclineBooking",
      "scheduling.v1.BookingPages/ShowMoves",
      "scheduling.v1.BookingPages/MoveBooking",
      "scheduling.v1.BookingPages/CallOffBooking",
      "405 /.well-known/oauth-authorization-server",
      "405 /.well-known/oauth-authorization-server/api/v1",
      "405 /.well-known/oauth-authorization-server/api/v1/mcp",
      "405 /.well-known/oauth-authorization-server/api/v1/mcp/actions",
      "405 /.well-known/oauth-protected-resource",
      "405 /.well-known/oauth-protected-resource/api/v1/mcp",
      "405 /.well-known/oauth-protected-resource/api/v1/mcp/actions",
      "405 /api/.well-known/openapi.json",
      "405 /api/reference",
      "405 /api/v1/commerce/callbacks/stripe/{team}",
      "405 /api/v1/comms/inbound/mime",
      "405 /api/v1/comms/inbound/twilio",
      "405 /api/v1/comms/inbound/twilio/status",
      "405 /api/v1/sign-in/passkey",
      "405 /api/v1/sign-in/passkey/options",
      "405 /console",
      "405 /console/assets/{name}",
      "405 /console/{page}",
      "405 /console/{page}/{id}",
      "405 /errors/{code}",
      "405 /oauth/authorize",
      "405 /oauth/register",
      "405 /oauth/revoke",
      "405 /oauth/token",
      "405 /p/account",
      "405 /p/account/sessions/{session_id}/end",
      "405 /p/book/{team}",
      "405 /p/book/{team}/{slug}",
      "405 /p/bookings/{secret}",
      "405 /p/bookings/{secret}/cancel",
      "405 /p/bookings/{secret}/decline",
      "405 /p/bookings/{secret}/reschedule",
      "405 /p/checkout/{secret}",
      "405 /p/connected-apps",
      "405 /p/connected-apps/{app_id}/disconnect",
      "405 /p/connected-apps/{app_id}/mode",
      "405 /p/files/{address}",
      "405 /p/forms/{team}/{slug}",
      "405 /p/invoices/{secret}",
      "405 /p/quotes/{secret}",
      "405 /p/sign-in",
      "405 /p/sign-in/{secret}",
      "405 /p/sign-out",
      "405 /p/unsubscribe/{secret}",
    ],
  );
});

test("a path that is also an id in another template takes its own verbs alone, behind the transcoder too", () => {
  const original = (route: Route) => JSON.stringify(route.match.headers ?? []);
  const guards = routes.filter((route) => route.direct_response !== undefined && original(route) !== "[]");
  const [guard] = guards.filter((route) => /x-envoy-original-path.*tokens\/refresh/.test(original(route)));
  assert.ok(guard);
  assert.equal(guard.response_headers_to_add?.[0]?.header.value, "POST");
  const covering = routes.find(({ match, route }) => route !== undefined && match.path === guard.match.path);
  assert.ok(covering);
  assert.ok(routes.indexOf(guard) < routes.indexOf(covering));
  const page = guards.filter(({ match }) => match.path === "/p/sign-in/callback");
  assert.deepEqual(page.map(original), [
    JSON.stringify([{ name: ":method", string_match: { exact: "POST" } }]),
  ]);
});

test("a slash at the end changes neither the route nor the verbs of a path, as in the transcoder", () => {
  const matching = (path: string): string[] =>
    routes
      .filter(
        ({ match }) =>
          match.path === path || new RegExp(`^(?:${match.safe_regex?.regex ?? "$^"})$`).test(path),
      )
      .map(({ name }) => name);
  for (const path of ["/api/v1", "/api/v1/mcp", "/api/v1/contacts", "/api/v1/contacts/17"]) {
    assert.ok(matching(path).length > 0, path);
    assert.deepEqual(matching(`${path}/`), matching(path), path);
  }
});

test("a closed path answers 405 to every verb", () => {
  const route = routeOf("405 /api/v1/bases/{base_id}/blocks/{block_id}");
  assert.equal(route.direct_response?.status, 405);
  assert.deepEqual(
    route.response_headers_to_add?.map(({ header }) => header.value),
    [""],
  );
});

test("a known path answers 405 with every verb it takes, after the rpcs", () => {
  const route = routeOf("405 /api/v1/contacts/{contact_id}");
  assert.equal(route.direct_response?.status, 405);
  assert.equal(route.response_headers_to_add?.[0]?.header.value, "GET, HEAD, PATCH, DELETE");
  const told = { access: "unmatched", resource: "contacts", answer: "method_not_allowed", surface: "rest" };
  assert.deepEqual(extensionsOf(route), told);
  const first = routes.indexOf(route);
  assert.ok(routes.slice(first).every(({ direct_response }) => direct_response));
});

test("a template matches one whole segment for each field, and no empty one", () => {
  const regex = new RegExp(`^(?:${regexOf(template("/api/v1/a.b/{id}/rows:batch"))})$`);
  assert.ok(regex.test("/api/v1/a.b/x/rows:batch"));
  for (const path of [
    "/api/v1/a.b//rows:batch",
    "/api/v1/a.b/x/y/rows:batch",
    "/api/v1/aXb/x/rows:batch",
    "/api/v1/a.b/x/rows",
  ]) {
    assert.ok(!regex.test(path), path);
  }
});

test("templates beyond literals, fields and a verb are not taken", () => {
  for (const text of ["api/v1", "/a/{id=**}", "/a/*", "/a//b", "/a/", "/a/{Id}"])
    assert.equal(parseTemplate(text), undefined, text);
  assert.equal(expressPathOf(template("/a/{id}/b/{other_id}")), "/a/:id/b/:other_id");
});

test("a literal segment is tried before a field in its place", () => {
  const sorted = ["/a/{id}", "/a/{id}/b", "/a/search", "/a"].map(template).sort(compareTemplates);
  assert.deepEqual(
    sorted.map(({ text }) => text),
    ["/a", "/a/search", "/a/{id}", "/a/{id}/b"],
  );
});

test("a preflight of the MCP servers reaches their service without auth", () => {
  const preflights = routes.filter(({ match }) => JSON.stringify(match).includes('"exact":"OPTIONS"'));
  assert.deepEqual(
    preflights.map((route) => [route.match.path, route.route?.cluster, extensionsOf(route)]),
    ["/api/v1/mcp", "/api/v1/mcp/", "/api/v1/mcp/actions", "/api/v1/mcp/actions/"].map((path) => [
      path,
      "agent_http",
      undefined,
    ]),
  );
});

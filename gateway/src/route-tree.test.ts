import assert from "node:assert/strict";
import { test } from "node:test";
import { routeTree } from "./route-tree.ts";
import type { Route } from "./routes.ts";

interface Branch {
  action: { typed_config: { routes: Route[] } };
}
interface Rendered {
  matcher_tree: { exact_match_map: { map: Record<string, Branch> } };
  on_no_match: {
    matcher: { matcher_tree: { prefix_match_map: { map: Record<string, Branch> } }; on_no_match: Branch };
  };
}

const route = (name: string, match: object): Route => ({ name, match });
const routes = [
  route("rpc", { path: "/data.v1.Rows/GetRow" }),
  route("rpc of another", { path: "/data.v1.Rows/GetRow", headers: [] }),
  route("index", { path: "/api/v1" }),
  route("table", { safe_regex: { regex: "/api/v1/tables/[^/]+/?" } }),
  route("any resource", { safe_regex: { regex: "/api/v1/[^/]+/about" } }),
  route("two spellings", { safe_regex: { regex: "/api/v1/tables/x|/v0/x" } }),
  route("all of files", { prefix: "/api/v1/files/" }),
  route("files and what is in them", { path_separated_prefix: "/api/v1/files" }),
  route("everything of the interface", { path_separated_prefix: "/api" }),
];
const outer = { first: [route("first", {})], last: [route("last", {})] };

/** The names of the routes that a path is held against, as Envoy reads the tree. */
function branchOf(path: string): string[] {
  const tree = routeTree(routes, outer) as unknown as Rendered;
  const { matcher_tree: prefixed, on_no_match: none } = tree.on_no_match.matcher;
  const { map } = prefixed.prefix_match_map;
  const [key = ""] = Object.keys(map)
    .filter((each) => path.startsWith(each))
    .sort((a, b) => b.length - a.length);
  const branch = tree.matcher_tree.exact_match_map.map[path] ?? map[key] ?? none;
  return branch.action.typed_config.routes.map(({ name }) => name);
}

test("a branch has what its paths may match, wherever a route's literal part ends, in the order of the list", () => {
  const [broad, spellings] = ["everything of the interface", "two spellings"];
  assert.deepEqual(branchOf("/api/v1/tables/t?limit=1").slice(1, -1), [
    ...["index", "table", "any resource"],
    spellings,
    broad,
  ]);
  assert.deepEqual(branchOf("/api/v1/files/f").slice(1, -1), [
    ...["index", "any resource", spellings],
    ...["all of files", "files and what is in them", broad],
  ]);
  assert.ok(branchOf("/api/v1/other/about").includes("any resource"));
  assert.ok(branchOf("/api/v2").includes(broad));
  assert.ok(branchOf("/v0/x").includes(spellings));
});

test("a transcoded request meets the routes of its rpc alone", () => {
  assert.deepEqual(branchOf("/data.v1.Rows/GetRow"), ["first", "rpc", "rpc of another", "last"]);
  assert.ok(!branchOf("/api/v1/tables/t").includes("rpc"));
});

test("what no branch is for is held against all routes", () => {
  assert.deepEqual(branchOf("/elsewhere"), ["first", ...routes.map(({ name }) => name), "last"]);
});

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { jst, mintHumanToken, mintToken, newTeam, type ScopeList } from "../src/fleet.ts";
import { formOf } from "../src/exchange.ts";
import { codeOf, send, type Answer, type Request } from "../src/http.ts";
import { isRepresentative } from "../src/classes.ts";
import { nameOf, registry, type Rpc } from "../src/registry.ts";
import { sampleOf } from "../src/samples.ts";
import { makeWorld } from "../src/world.ts";
import { pathOf, type Ids } from "../src/path-ids.ts";

/** Refusals of a request in their order (conventions.refusal-order), with their codes. */
const refusals = {
  "no token": ["missing_token"],
  "over the limit": ["rate_limited"],
  "no scope": ["insufficient_scope", "wildcard_required"],
  "module off": ["not_found", "module_disabled", "commerce_disabled"],
  "bad input": ["unknown_parameter", "validation_failed", "field_not_whitelisted"],
  "absent id": ["not_found"],
  conflict: ["version_conflict"],
} as const;
type Fault = keyof typeof refusals;
const faults = Object.keys(refusals) as Fault[];

/** Tokens of one team. A human token is one that has used up its requests. */
interface Team {
  ids: Ids;
  full: string;
  narrow: string;
  spentFull: string;
  spentNarrow: string;
}

// JSON-RPC has an order and codes of its own (agents.check-order, agents.protocol-errors).
const routed = registry.filter(
  ({ access, door }) => (access === "scope" || access === "authenticated") && door === "rest",
);
const modules = new Set(routed.map((rpc) => rpc.module).filter((module) => module !== ""));
/** Cheap to call, and what the narrow tokens may. */
const CHEAP = "/api/v1/config";
const narrowScopes: ScopeList = [{ resource: "config", actions: ["read"] }];

let teamOn: Team;
let teamOff: Team;
before(async () => {
  teamOn = await makeTeam("order", []);
  teamOff = await makeTeam("order-off", [...modules]);
});

async function makeTeam(name: string, modulesOff: readonly string[]): Promise<Team> {
  const { slug, token: full } = await newTeam(name);
  const ids = await makeWorld(full, slug);
  for (const module of modulesOff)
    await jst("config", "set", "--team", slug, `modules.${module}.enabled`, "false");
  const narrow = await mintToken(slug, narrowScopes);
  const spentFull = await mintHumanToken(slug);
  const spentNarrow = await mintHumanToken(slug, narrowScopes);
  return { ids, full, narrow, spentFull, spentNarrow };
}

/** Uses a token until it is refused; the window lets it in again a little all the time. */
async function spend(token: string): Promise<void> {
  for (let limited = false; !limited;) {
    const batch = Array.from({ length: 25 }, () => send({ path: CHEAP, token }));
    limited = (await Promise.all(batch)).some(({ status }) => status === 429);
  }
}

/** Objects without a version: a token is revoked, and an app disconnected, in any state. */
const unversioned = new Set([
  "auth.v1.Tokens/DeleteToken",
  "auth.v1.ConnectedApps/DisconnectApp",
  "auth.v1.Members/UpdateTeamMember",
  "auth.v1.Members/RemoveTeamMember",
]);

/** Bodies that are refused for their members, of rpcs that take others than a declared object. */
const unknownPart = [{ part: "surprise", value: "true" }];
const strange: Readonly<Record<string, unknown>> = {
  // Without data, members of the body are answers, which are looked at once the form is known.
  "crm.v1.Submissions/CreateSubmission": { data: {}, surprise: true },
  "data.v1.Files/UploadFiles": formOf(unknownPart),
  "data.v1.ImportUploads/UploadImportSource": formOf(unknownPart),
  "data.v1.ImportUploads/UploadContactImportSource": formOf(unknownPart),
};

/** Which faults a request for the rpc can have. */
function possible(rpc: Rpc, fault: Fault): boolean {
  const { verb, path } = rpc.bindings[0] ?? { verb: "", path: "" };
  if (fault === "no scope") return rpc.access === "scope" && rpc.resource !== "config";
  if (fault === "module off") return rpc.module !== "";
  if (fault === "absent id") return path.includes("{");
  if (fault === "conflict") return (verb === "PATCH" || verb === "DELETE") && !unversioned.has(nameOf(rpc));
  return true;
}

/** A request for the rpc that is wrong in these ways and in no other. */
function request(rpc: Rpc, wrong: ReadonlySet<Fault>): Request {
  const { verb = "GET", path = "" } = rpc.bindings[0] ?? {};
  const team = wrong.has("module off") ? teamOff : teamOn;
  const isNarrow = wrong.has("no scope");
  const absent = Object.fromEntries(Object.keys(team.ids).map((name) => [name, randomUUID()]));
  const isBodyWrong = wrong.has("bad input") && rpc.request !== null;
  const body = isBodyWrong ? (strange[nameOf(rpc)] ?? { surprise: true }) : sampleOf(rpc, team.ids);
  const spent = isNarrow ? team.spentNarrow : team.spentFull;
  const token = wrong.has("over the limit") ? spent : isNarrow ? team.narrow : team.full;
  const query = wrong.has("bad input") && rpc.request === null ? "?surprise=1" : "";
  return {
    method: verb,
    path: `${pathOf(path, wrong.has("absent id") ? absent : team.ids)}${query}`,
    ...(wrong.has("no token") ? {} : { token }),
    ...(rpc.request === null ? {} : { body }),
    headers: wrong.has("conflict") ? { "if-match": '"987654"' } : {},
  };
}

async function answerTo(rpc: Rpc, wrong: ReadonlySet<Fault>): Promise<Answer> {
  const sent = request(rpc, wrong);
  let answer = await send(sent);
  if (!wrong.has("over the limit") || sent.token === undefined) return answer;
  // Let in where there was room again, or uncounted where Redis was too slow to say (limits.rate-fail-open).
  for (let tries = 0; tries < 10 && answer.status !== 429; tries++) {
    await spend(sent.token);
    answer = await send(sent);
  }
  return answer;
}

/** Faults that the handler's own process finds, one rpc otherwise than another. */
const ofTheHandler: ReadonlySet<Fault> = new Set(["bad input", "absent id", "conflict"]);

/**
 * Tests whether the rpc is called with both faults. One of its class is called with every two: the same code checks
 * token, limit, scope and module before all handlers, with settings that classes.test.ts compares with the registry.
 * The others are called with each fault alone, and with every two of those that their handler finds.
 */
function isAsked(rpc: Rpc, first: Fault, second: Fault): boolean {
  if (isRepresentative(rpc)) return true;
  if (first === second) return first !== "over the limit";
  return ofTheHandler.has(first) && ofTheHandler.has(second);
}

describe("of two refusals the earlier one is answered", () => {
  for (const rpc of routed) {
    const own = faults.filter((fault) => possible(rpc, fault));
    test(`${nameOf(rpc)}: ${own.join(", ")}`, async () => {
      const surprises: string[] = [];
      for (const [index, first] of own.entries()) {
        const codes: readonly (string | undefined)[] = refusals[first];
        for (const second of own.slice(index).filter((one) => isAsked(rpc, first, one))) {
          const answer = await answerTo(rpc, new Set([first, second]));
          if (codes.includes(codeOf(answer))) continue;
          surprises.push(
            `${first} + ${second}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`,
          );
        }
      }
      assert.deepEqual(surprises, []);
    });
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { gatewayRouteFacts } from "../testing/gateway-routes.ts";
import { moduleDefaults } from "../teams/modules.ts";
import { testAuth } from "../testing/test-auth.ts";
import { testVisitors } from "../testing/test-visitor.ts";

const auth = await testAuth({ hasPages: true });
const { door, newTeam, mint, askWith, ask } = auth;
const { signedIn } = testVisitors(auth);

/** Kinds of routes by the rights that they need, without those for members alone and those of agents' doors. */
const kinds = Map.groupBy(
  gatewayRouteFacts().filter(([, { access, surface }]) => access !== "member" && surface === "rest"),
  ([, { access, resource, action }]) => [access, resource, action].join(" "),
);

const code = ({ isAllowed, status, body }: Awaited<ReturnType<typeof ask>>): string =>
  isAllowed ? "allowed" : `${status} ${(JSON.parse(body) as { code: string }).code}`;

for (const role of ["owner", "admin", "member", "viewer"] as const)
  test(`a session and a full human token of the same ${role} have the same rights on every route`, async () => {
    const team = await newTeam();
    for (const key of Object.keys(moduleDefaults))
      await door.operate("SetConfig", { team, key: `modules.${key}.enabled`, value: true });
    const { visitor, member } = await signedIn(team, role);
    const { value } = await mint({ team, type: "human", member });
    const cookie = [...visitor.cookies].map(([name, secret]) => `${name}=${secret}`).join("; ");
    const console = [
      ["cookie", cookie.replace(/^(?:__Host-)?jst_session/, "__Host-jst_session")],
      ["x-requested-with", "console"],
      ["sec-fetch-site", "same-origin"],
    ] as const;
    assert.ok(kinds.size > 40, String(kinds.size));
    for (const [kind, [one]] of kinds) {
      const route = one?.[1] ?? {};
      const [byToken, bySession] = [await askWith(value, { route }), await ask({ route, headers: console })];
      // A rule may name a signed-in member as approver, which the service knows (rules.approvers).
      const isApprover = role === "member" && kind === "scope audit admin";
      assert.deepEqual([kind, code(bySession)], [kind, isApprover ? "allowed" : code(byToken)]);
    }
  });

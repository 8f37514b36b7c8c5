import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testVisitors } from "../testing/test-visitor.ts";
import { returnPath } from "./return-to.ts";

const auth = await testAuth({ hasPages: true });
const { visitor, linkFor } = testVisitors(auth);
const member = "ada@example.org";

const good = [
  "/oauth/authorize?client_id=a&state=%2F%2Fevil&x=http://evil",
  "/p/account",
  "/p/forms/a/b?c=d",
  "/console",
  "/console/",
  "/console/tables/1?view=2",
];
const bad = [
  ...[
    "",
    "/",
    "/p",
    "/p/",
    "/p/account#x",
    "/oauth/authorize",
    "/oauth/authorize?",
    "/oauth/token?x",
    "/api/v1/contacts",
  ],
  ...[
    "//evil.example/p/",
    "///evil.example/p/x",
    "/\\evil.example/p/x",
    "\\\\evil.example",
    "/p/\\evil.example",
  ],
  ...["https://evil.example/p/x", "http:/p/x", "http:p/x", "javascript:alert(1)//p/", "data:text/html,/p/"],
  ...[
    "%2Fp%2Faccount",
    "/%70/account",
    "/p/../api",
    "/p/%2e%2e/api",
    "/p/.%2E/x",
    "/p//evil.example",
    "/p/./x",
  ],
  ...[
    "/p/a\r\nSet-Cookie: x=y",
    "/p/a\tb",
    "/p/a b",
    " /p/account",
    "/p/é",
    "/P/account",
    "/consolex",
    "/console//evil.example",
    "/console/../api",
    "/Console/",
    "@evil.example/p/x",
    "p/account",
  ],
  ...["/oauth/authorize/?x=1", "/oauth/authorize/../x?y", "/oauth/authorizex?y", "?/p/x", "/p/account\0"],
];

test("sign-in leads to our own pages and to nowhere else, however it is spelled", () => {
  for (const path of good) assert.equal(returnPath(path), path);
  for (const path of bad) assert.equal(returnPath(path), undefined, JSON.stringify(path));
});

/** Returns the address to which the browser with this return_to is sent. */
async function sentTo(address: string): Promise<string> {
  const team = await auth.newTeam();
  await auth.door.operate("AddMember", { team, email: member, role: "owner" });
  const ada = visitor();
  assert.equal((await ada.open(`/p/sign-in?return_to=${encodeURIComponent(address)}`)).status, 200);
  const { location } = await ada.send(await linkFor(team, member), {});
  assert.deepEqual([...ada.cookies.keys()], ["jst_session"]);
  return location;
}

test("a link that is opened where sign-in began comes back to where it began; a long address too", async () => {
  const long = `/oauth/authorize?state=${"%20".repeat(2_500)}`;
  for (const path of [...good, long]) assert.equal(await sentTo(path), path);
  for (const path of ["//evil.example/p/x", "/p/../x", `/oauth/authorize?state=${"x".repeat(12_000)}`])
    assert.equal(await sentTo(path), "/console");
});

test("a link that says itself where it leads to leads there, and to nowhere else", async () => {
  const team = await auth.newTeam();
  await auth.door.operate("AddMember", { team, email: member, role: "owner" });
  for (const [address, expected] of [
    ...good.map((path) => [path, path] as const),
    ...bad.map((path) => [path, "/console"] as const),
  ]) {
    const ada = visitor();
    const link = await linkFor(team, member);
    assert.equal((await ada.open(`${link}?return_to=${encodeURIComponent(address)}`)).status, 200);
    assert.equal((await ada.send(link, {})).location, expected, JSON.stringify(address));
  }
});

test("the path in a planted cookie is checked too, and two return_to count as missing", async () => {
  const team = await auth.newTeam();
  await auth.door.operate("AddMember", { team, email: member, role: "owner" });
  const ada = visitor();
  ada.cookies.set("jst_return_to_0", Buffer.from("//evil.example/p/x").toString("base64url"));
  assert.equal((await ada.send(await linkFor(team, member), {})).location, "/console");
});

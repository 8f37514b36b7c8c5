import assert from "node:assert/strict";
import { test } from "node:test";
import { refusedUrls } from "@jst/testing";
import { isPublicAddress, parseRanges } from "./addresses.ts";
import { guardOf } from "./guard-of.ts";
import { UrlGuard } from "./guard.ts";
import { UrlRefused } from "./target.ts";

const strict = {
  allowsLoopback: false,
  refusedHosts: ["api.jst.example"],
  refusedRanges: parseRanges("8.8.8.0/24"),
};
const resolving = (...addresses: string[]) => new UrlGuard(strict, () => Promise.resolve(addresses));
const guard = resolving("93.184.215.14");
const local = new UrlGuard({ ...strict, allowsLoopback: true }, () => Promise.resolve(["93.184.215.14"]));

for (const url of refusedUrls) {
  test(`refused when created and when delivered: ${JSON.stringify(url.slice(0, 60))}`, async () => {
    await assert.rejects(guard.checkNew(url), UrlRefused);
    await assert.rejects(guard.pin(url), UrlRefused);
    await assert.rejects(local.checkNew(url), UrlRefused, "in development too");
  });
}

for (const url of [
  "https://example.com",
  "https://example.com:8443/hook",
  "http://example.com/hook",
  "http://example.com:8080/hook?x=1&y=%2f",
  "HTTPS://Example.COM/hook",
  "https://bücher.example.com/",
  "https://example.com./hook",
  `https://example.com/${"x".repeat(2_000)}`,
  "https://93.184.215.14/",
  "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/",
]) {
  test(`allowed: ${url.slice(0, 60)}`, async () => {
    await guard.checkNew(url);
    assert.ok((await guard.pin(url)).address);
  });
}

test("the name stays in Host and SNI while the address checked is the one connected to", async () => {
  const target = await resolving("93.184.215.14", "1.1.1.1").pin("https://Example.com:8443/a?b=1#c");
  assert.deepEqual(target, {
    isTls: true,
    host: "example.com",
    address: "93.184.215.14",
    port: 8443,
    authority: "example.com:8443",
    path: "/a?b=1",
  });
});

for (const addresses of [
  ["10.0.0.1"],
  ["93.184.215.14", "10.0.0.1"],
  ["93.184.215.14", "::1"],
  ["0.0.0.0"],
  ["fe80::1%eth0"],
  ["8.8.8.8"],
  [...Array.from({ length: 99 }, (_, n) => `93.184.215.${n}`), "127.0.0.1"],
]) {
  test(`a name is refused when any of its addresses is not public: ${addresses.slice(-2).join(" ")}`, async () => {
    await assert.rejects(resolving(...addresses).checkNew("https://example.com/"), UrlRefused);
    await assert.rejects(resolving(...addresses).pin("https://example.com/"), UrlRefused);
  });
}

test("a name without an address passes at creation and fails at delivery, and so does DNS without an answer", async () => {
  await resolving().checkNew("https://example.com/");
  await assert.rejects(resolving().pin("https://example.com/"), UrlRefused);
  const silent = new UrlGuard(strict, () => Promise.reject(new Error("timeout")));
  await silent.checkNew("https://example.com/");
  await assert.rejects(silent.pin("https://example.com/"), /timeout/);
});

test("the exception for development is one spelling, and its ports are those of everybody", async () => {
  assert.equal((await local.pin("http://127.0.0.1:9000/x")).address, "127.0.0.1");
  assert.ok(local.permits("http://127.0.0.1:9000/x", "127.0.0.1"));
  assert.ok(!local.permits("http://127.0.0.1:9000/x", "127.0.0.2"));
  assert.ok(!local.permits("https://example.com/", "127.0.0.1"));
  const others = [
    "http://127.0.0.1/",
    "https://127.0.0.1:9000/",
    "http://127.0.0.1:5432/",
    "http://127.0.0.1:09000/",
  ];
  for (const url of [
    ...others,
    "HTTP://127.0.0.1:9000/",
    "http://127.0.0.2:9000/",
    "http://127.0.0.1:9000@x.com/",
  ]) {
    await assert.rejects(local.checkNew(url), UrlRefused, url);
  }
  await assert.rejects(guard.checkNew("http://127.0.0.1:9000/x"), UrlRefused);
});

test("a deployment that others can reach does not start with loopback allowed", () => {
  const settings = { loopbackTargets: "allow" as const, fleetPorts: "", refusedRanges: "", refusedHosts: "" };
  assert.throws(() => guardOf({ ...settings, baseUrl: "https://api.example.org" }), /loopback/);
  guardOf({ ...settings, baseUrl: "http://127.0.0.1:8080" });
});

test("the ports of the developer's own fleet are refused, and their neighbours are not", async () => {
  const settings = {
    baseUrl: "http://127.0.0.1:9600",
    loopbackTargets: "allow",
    refusedRanges: "",
    refusedHosts: "",
  } as const;
  const fleet = guardOf({ ...settings, fleetPorts: "9600-9635" });
  for (const port of [9_600, 9_601, 9_604, 9_634, 9_635]) {
    const url = `http://127.0.0.1:${port}/quitquitquit`;
    await assert.rejects(fleet.checkNew(url), UrlRefused, url);
    await assert.rejects(fleet.pin(url), UrlRefused, url);
    assert.equal(fleet.permits(url, "127.0.0.1"), false, url);
    assert.equal(fleet.isSecure(url), false, url);
  }
  for (const port of [9_599, 9_636]) {
    const url = `http://127.0.0.1:${port}/`;
    assert.equal((await fleet.pin(url)).port, port);
    assert.equal(fleet.permits(url, "127.0.0.1"), true, url);
  }
  for (const fleetPorts of ["9600", "9600-", "a-b", "9600-9635,1"])
    assert.throws(() => guardOf({ ...settings, fleetPorts }), /WEBHOOK_LOOPBACK_FLEET_PORTS/, fleetPorts);
});

test("what is believed comes by https, or from this machine where the fleet allows it; no other name is looked up", async () => {
  const looked: string[] = [];
  const lookup = (name: string) => {
    looked.push(name);
    return Promise.resolve(["93.184.215.14"]);
  };
  const [public_, developer] = [strict, { ...strict, allowsLoopback: true }].map(
    (rules) => new UrlGuard(rules, lookup),
  );
  assert.ok(public_ && developer);
  for (const url of [
    "http://example.com/c.json",
    "HTTP://example.com/c.json",
    "http://example.com:443/c.json",
    "ftp://example.com/c.json",
  ])
    for (const one of [public_, developer]) await assert.rejects(one.pinSecure(url), UrlRefused, url);
  assert.deepEqual(looked, []);
  await assert.rejects(public_.pinSecure("http://127.0.0.1:9000/c.json"), UrlRefused);
  assert.equal((await developer.pinSecure("http://127.0.0.1:9000/c.json")).address, "127.0.0.1");
  for (const one of [public_, developer])
    assert.ok((await one.pinSecure("https://example.com/c.json")).isTls);
  assert.deepEqual(looked, ["example.com", "example.com"]);
});

test("only plain addresses are addresses", () => {
  for (const text of ["", "1.2.3", "0x1.2.3.4", "example.com", "2606:4700::1%eth0"]) {
    assert.equal(isPublicAddress(text), false, text);
  }
  assert.equal(isPublicAddress("93.184.215.14"), true);
});

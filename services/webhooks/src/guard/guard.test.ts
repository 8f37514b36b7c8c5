import assert from "node:assert/strict";
import { test } from "node:test";
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

/** Delivery 6.1, by its paragraphs. Hosts stand alone; everything else is a whole URL. */
const urls = [
  ["", "example.com/x", "//example.com", "ftp://example.com", "file:///etc/passwd", "gopher://example.com"],
  ["data:text/plain,x", "javascript:alert(1)", "ws://example.com", "blob:https://example.com/x"],
  [
    "http:example.com",
    "http:/example.com",
    "http:\\\\example.com",
    "http:///example.com",
    "http://",
    "https://?x",
  ],
  [
    `https://example.com/${"x".repeat(2_048)}`,
    "https://exa\tmple.com",
    "https://exa\nmple.com",
    " https://example.com",
  ],
  [
    "https://exam\u00adple.com",
    "https://exam\u200bple.com",
    "https://example.com/\u0000",
    "https://example.com\\@x.com",
  ],
  [
    "https://user@example.com",
    "https://user:pw@example.com",
    "https://public.com@127.0.0.1",
    "https://127.0.0.1:80@public.com",
  ],
  [
    "https://a &@b# @c",
    "https://127.0.0.1#@public.com",
    "https://127.0.0.1?@public.com",
    "https://example.com:99999",
  ],
].flat();
const ports = [0, 1, 22, 25, 53, 2375, 3306, 5432, 6000, 6379, 6443, 9092, 9200, 10250, 11211, 27017];
const hosts = [
  [
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "127.0.0.1.",
    "0",
    "0.0.0.0",
    "0177.0.0.1",
    "0x7f.1",
    "0x7f000001",
    "2130706433",
  ],
  [
    "017700000001",
    "127%2e0%2e0%2e1",
    "１２７.0.0.1",
    "127。0。0。1",
    "①②⑦.⓪.⓪.①",
    "\u00ad127.0.0.1",
    "169.254.43518",
  ],
  [
    "2852039166",
    "0251.0376.0251.0376",
    "0xA9FEA9FE",
    "256.256.256.256",
    "425.1.1.1",
    "4294967296",
    "1.2.3.4.5",
    "..",
  ],
  [
    "10.1.2.3",
    "100.64.0.1",
    "100.127.255.254",
    "127.255.255.255",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
  ],
  [
    "192.0.0.1",
    "192.0.2.1",
    "192.31.196.1",
    "192.52.193.1",
    "192.88.99.1",
    "192.168.1.1",
    "192.175.48.1",
    "198.18.0.1",
  ],
  [
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
  ],
  [
    "[::]",
    "[::1]",
    "[::127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:8.8.4.4]",
    "[::ffff:169.254.169.254]",
    "[::ffff:0:7f00:1]",
  ],
  [
    "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::7f00:1]",
    "[100::1]",
    "[5f00::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[fe80::1]",
  ],
  [
    "[fe80::1%25eth0]",
    "[fec0::1]",
    "[ff02::1]",
    "[2001:0:7f00:1::]",
    "[2001:10::1]",
    "[2001:db8::1]",
    "[2002:a9fe:a9fe::1]",
  ],
  ["[3fff::1]", "[0:0:0:0:0:0:0:1]", "[::1", "[4000::1]", "[fd20:ce::254]", "[fd00:ec2::23]"],
  [
    "169.254.170.2",
    "169.254.170.23",
    "169.254.42.42",
    "100.100.100.200",
    "192.0.0.192",
    "168.63.129.16",
    "8.8.8.8",
  ],
  [
    "metadata.google.internal",
    "metadata",
    "localhost",
    "LOCALHOST.",
    "foo.localhost",
    "localhost.localdomain",
    "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
  ],
  [
    "intranet",
    "printer.local",
    "x.internal",
    "x.svc",
    "x.svc.cluster.local",
    "x.home.arpa",
    "x.onion",
    "x.test",
  ],
  ["x.invalid", "api.jst.example", "team.api.jst.example", "API.jst.example."],
].flat();

const refused = [
  ...urls,
  ...ports.map((port) => `https://example.com:${port}/`),
  ...hosts.flatMap((host) => [`https://${host}/x`, `http://${host}/`]),
];

for (const url of refused) {
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
  const settings = { loopbackTargets: "allow" as const, refusedRanges: "", refusedHosts: "" };
  assert.throws(() => guardOf({ ...settings, baseUrl: "https://api.example.org" }), /loopback/);
  guardOf({ ...settings, baseUrl: "http://127.0.0.1:8080" });
});

test("only plain addresses are addresses", () => {
  for (const text of ["", "1.2.3", "0x1.2.3.4", "example.com", "2606:4700::1%eth0"]) {
    assert.equal(isPublicAddress(text), false, text);
  }
  assert.equal(isPublicAddress("93.184.215.14"), true);
});

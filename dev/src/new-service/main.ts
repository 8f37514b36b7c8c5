// Makes an empty service: main.ts NAME. It writes the service's files and its entry in the list of services, then what
// is derived of them: the lock file and the facts of the charts.
import { repository } from "../config.ts";
import { OperatorError } from "../operator-error.ts";
import { run } from "../process/run.ts";
import { addService } from "./add-service.ts";

const [name = ""] = process.argv.slice(2);
try {
  const written = await addService(repository, name);
  const options = { cwd: repository };
  const quietly = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  await run("npm", ["install", "--package-lock-only", ...quietly], options);
  // In a process of its own, which reads the list as it is now.
  await run(process.execPath, ["dev/src/charts/generate-main.ts"], options);
  const derived = ["package-lock.json", "charts/fleet/files/facts.json"];
  process.stdout.write(
    `wrote\n${[...written, ...derived].map((file) => `  ${file}\n`).join("")}` +
      `The service ${name} is in the fleet. CONTRIBUTING.md says how an rpc is added.\n`,
  );
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}

// Makes an empty service: main.ts NAME. It writes the service's files and its entry in the list of services, then what
// is derived of them: the lock file and the facts of the charts.
import { repository } from "../config.ts";
import { OperatorError } from "../operator-error.ts";
import { makeService } from "./make-service.ts";

const [name = ""] = process.argv.slice(2);
try {
  const written = await makeService(repository, name);
  process.stdout.write(
    `wrote\n${written.map((file) => `  ${file}\n`).join("")}` +
      `The service ${name} is in the fleet. CONTRIBUTING.md says how an rpc is added.\n`,
  );
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}

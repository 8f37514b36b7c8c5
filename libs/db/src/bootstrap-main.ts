// Creates database, roles, schemas and the platform's functions; its settings are in config.ts.
import { bootstrap } from "./bootstrap.ts";
import { bootstrapConfig } from "./config.ts";
import { runCommand } from "./run-command.ts";

await runCommand(async () => {
  const { connectionString, passwords } = bootstrapConfig();
  const sentence = await bootstrap({
    connectionString: connectionString.reveal(),
    passwords: JSON.parse(passwords.reveal()) as Record<string, string>,
  });
  process.stdout.write(`${sentence}\n`);
});

// Brings one service's schema up to date; its settings are in config.ts.
import { migrateConfig } from "./config.ts";
import { migrate } from "./migrate.ts";
import { runCommand } from "./run-command.ts";

await runCommand(async () => {
  const { service, directory, connectionString } = migrateConfig();
  const log = (line: string) => process.stdout.write(`${line}\n`);
  await migrate({ service, directory, connectionString: connectionString.reveal(), log });
});

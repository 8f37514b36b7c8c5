// Brings one service's schema up to date; its settings are in config.ts.
import { migrateConfig } from "./config.ts";
import { migrate } from "./migrate.ts";

const { service, directory, connectionString } = migrateConfig();
await migrate({
  service,
  directory,
  connectionString: connectionString.reveal(),
  log: (line) => process.stdout.write(`${line}\n`),
});

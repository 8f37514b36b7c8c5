/** The files of an empty service, by their paths in its folder: with a schema, an outbox and no rpc yet. */
export function filesOf(name: string): Record<string, string> {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return {
    "package.json": packageOf(name),
    "README.md": readmeOf(name),
    "migrations/0001_changes_and_outbox.sql": migrationOf(name),
    "src/main.ts": mainOf(title),
    "src/config.ts": configOf(name, title),
    "src/service.ts": serviceOf(name, title),
  };
}

function packageOf(name: string): string {
  const dependencies = Object.fromEntries(["config", "service"].map((one) => [`@jst/${one}`, "0.1.0"]));
  const manifest = {
    name: `@jst/service-${name}`,
    private: true,
    version: "0.1.0",
    license: "Apache-2.0",
    type: "module",
    exports: {},
    dependencies,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function readmeOf(name: string): string {
  return `# ${name}

Nothing yet.

## Owns

Schema \`${name}\`, reached by no other service. It has the tables that every service has: undo records, changesets, kept
replies, the outbox.
`;
}

function migrationOf(name: string): string {
  const parts = [
    "changes",
    "outbox",
    "relay",
    "relay_recovery",
    "changesets",
    "change_apps",
    "change_families",
    "change_reasons",
    "changeset_comments",
    "changeset_versions",
    "changeset_votes",
    "changeset_notified",
    "changeset_sets",
    "rule_counts",
    "changeset_expiry",
    "changeset_reminders",
    "idempotency",
    "normalization",
  ];
  return [
    "-- Every write of this service leaves an undo record and an event, and can be proposed and repeated: so these stand",
    "-- before the first table.",
    ...parts.map((part) => `select platform.install_${part}('${name}');`),
    "",
  ].join("\n");
}

function mainOf(title: string): string {
  return `import { runMain, shutdownGraceMs } from "@jst/service";
import { read${title}Config } from "./config.ts";
import { start${title} } from "./service.ts";

await runMain(() => start${title}(read${title}Config(process.env)), shutdownGraceMs);
`;
}

function configOf(name: string, title: string): string {
  return `import { readConfig } from "@jst/config";
import { relaySettings, rpcSettings } from "@jst/service";

/** Reads the ${name} service's environment; all problems are reported at once. */
export const read${title}Config = (environment: Readonly<Record<string, string | undefined>>) =>
  readConfig(environment, { ...rpcSettings, ...relaySettings });

/** Settings of the ${name} service. */
export type ${title}Config = ReturnType<typeof read${title}Config>;
`;
}

function serviceOf(name: string, title: string): string {
  return `import { startService, type RunningProcess } from "@jst/service";
import type { ${title}Config } from "./config.ts";

/** ${name} owns nothing yet. */
export function start${title}(config: ${title}Config): Promise<RunningProcess> {
  return startService({
    name: "${name}",
    migrations: new URL("../migrations/", import.meta.url),
    config,
    texts: { exact: {} },
    // Replace with those of gen/registry.ts once protos/${name} has an rpc.
    rpcs: [],
    descriptor: Buffer.alloc(0),
    // \`peers\` of gen/internal.ts, once an rpc of another service names this one in callers.
    peers: () => ({ close: () => undefined }),
    deps: () => ({}),
    relay: config,
  });
}
`;
}

// Runs both workloads as one process, for the one upgrade of a fleet whose gateway still sends everything to auth
// (docs/operate/upgrade.md).
import { runMain, shutdownGraceMs, startService, type RunningProcess } from "@jst/service";
import type { Peers } from "../gen/internal.ts";
import { descriptor } from "../gen/registry.ts";
import { readAccountConfig } from "./account-config.ts";
import { accountParts } from "./account-service.ts";
import { readAuthConfig } from "./config.ts";
import type { AccountDeps, Deps } from "./deps.ts";
import { checkParts, migrations } from "./service.ts";

type AllDeps = Deps & AccountDeps;

function startUndivided(environment: NodeJS.ProcessEnv): Promise<RunningProcess> {
  const config = { ...readAuthConfig(environment), ...readAccountConfig(environment) };
  const [check, account] = [checkParts(config), accountParts(config)];
  return startService<AllDeps, Peers>({
    name: "auth",
    migrations,
    config,
    descriptor,
    ...account,
    rpcs: [...check.rpcs, ...account.rpcs],
    deps: (basis) => ({ ...check.deps(basis), ...account.deps(basis) }),
    register: check.register,
    close: async (deps) => {
      await check.close(deps);
      await account.close(deps);
    },
  });
}

await runMain(() => startUndivided(process.env), shutdownGraceMs);

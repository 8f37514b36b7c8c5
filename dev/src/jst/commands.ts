import { auditVerify } from "./audit-verify.ts";
import { clientsCommands } from "./clients.ts";
import type { Command } from "./command.ts";
import { commerceReseal } from "./commerce.ts";
import { commsCommands } from "./comms.ts";
import { configSet } from "./config-set.ts";
import { contextStatus } from "./context.ts";
import { dataUnnormalized } from "./data-unnormalized.ts";
import { downCommand } from "./down.ts";
import { emrCommands } from "./emr.ts";
import { envCommand } from "./env.ts";
import { extensionCommands } from "./extension.ts";
import { hostAdd, hostRemove } from "./host.ts";
import { eventsRedeliver } from "./events-redeliver.ts";
import { eventsReplay } from "./events-replay.ts";
import { eventsStatus } from "./events-status.ts";
import { logs } from "./logs.ts";
import { mailCommand } from "./mail.ts";
import { memberAdd } from "./member-add.ts";
import { memberRemove } from "./member-remove.ts";
import { resetCommand } from "./reset.ts";
import { restart } from "./restart.ts";
import { reviewCommands } from "./review.ts";
import { rulesCommands } from "./rules.ts";
import { secretsNew } from "./secrets-new.ts";
import { seed } from "./seed.ts";
import { signIn } from "./sign-in.ts";
import { status } from "./status.ts";
import { teamCreate } from "./team-create.ts";
import { tokenMint } from "./token-mint.ts";
import { trace } from "./trace.ts";
import { upCommand } from "./up.ts";
import { webhooksListen } from "./webhooks-listen.ts";
import { webhooksReseal } from "./webhooks-reseal.ts";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  upCommand,
  downCommand,
  resetCommand,
  status,
  logs,
  trace,
  restart,
  envCommand,
  teamCreate,
  memberAdd,
  memberRemove,
  signIn,
  mailCommand,
  tokenMint,
  configSet,
  ...rulesCommands,
  hostAdd,
  hostRemove,
  ...clientsCommands,
  auditVerify,
  secretsNew,
  seed,
  dataUnnormalized,
  ...reviewCommands,
  eventsStatus,
  eventsReplay,
  eventsRedeliver,
  webhooksListen,
  webhooksReseal,
  contextStatus,
  ...commsCommands,
  commerceReseal,
  ...extensionCommands,
  ...emrCommands,
];

import { CallerVerifier } from "@jst/caller";
import { httpApp, httpDoor } from "@jst/http";
import { startProcess, type RunningProcess } from "@jst/service";
import { createLogger } from "@jst/telemetry";
import type { RequestHandler } from "express";
import { expressRoutes, type ExpressHandlers } from "../gen/express.ts";
import type { ConsoleConfig } from "./config.ts";
import { builtFiles } from "./built-files.ts";
import { getConsole } from "./get-console.ts";
import { getConsoleFile } from "./get-console-file.ts";

/**
 * Starts the console, which has no data and calls no service. It serves the files of an app for browsers, and the app
 * calls the public API as its user.
 */
export function startConsole(config: ConsoleConfig): Promise<RunningProcess> {
  const logger = createLogger("console", config.logLevel);
  const verifier = new CallerVerifier({ jwks: config.callerKeys.reveal(), audience: config.audience });
  const files = builtFiles();
  const handlers: ExpressHandlers<RequestHandler> = {
    getConsole: getConsole(files),
    getConsoleFile: getConsoleFile(files),
  };
  const app = httpApp({
    baseUrl: config.baseUrl,
    logger,
    routes: expressRoutes,
    handlers,
    rulesOf: () => ({ query: "own" }),
    verifyCaller: (token) => verifier.verify(token),
  });
  return startProcess({
    config,
    logger,
    doors: [{ name: "http", door: httpDoor(app, config.tls), port: config.httpPort }],
    ready: () => Promise.resolve(),
    close: () => Promise.resolve(),
  });
}

import path from "node:path";
import { baseEnvironment, type Component, type Fleet } from "../component.ts";
import { repository } from "../config.ts";
import { thriftyNodeFlags } from "../node-flags.ts";
import { host } from "../ports.ts";
import { ensurePrivateDir } from "../state.ts";
import { exchange } from "./exchange.ts";

/** Mail server of the fleet: it stores what is sent to members, and `jst mail` reads it. */
export const mail: Component = {
  name: "mail",
  ports: ({ mail: port }) => [{ port, purpose: "mail" }],

  async prepare({ paths, ports }) {
    await ensurePrivateDir(paths.mailDir);
    return {
      name: "mail",
      stage: "component",
      command: process.execPath,
      args: [
        ...thriftyNodeFlags,
        path.join(repository, "dev/src/mail/main.ts"),
        String(ports.mail),
        paths.mailDir,
      ],
      env: baseEnvironment(),
      cwd: repository,
      stopSignal: "SIGTERM",
      stopLimitMs: 5_000,
      log: paths.log("mail"),
      url: `smtp://${host}:${ports.mail}`,
    };
  },

  async probe({ ports }) {
    const greeting = await exchange(ports.mail, Buffer.alloc(0), (bytes) => {
      const text = bytes.toString();
      return text.includes("\r\n") ? text : undefined;
    });
    if (!greeting.startsWith("220 ")) throw new Error(`it greets with ${greeting.trim()}`);
  },
};

/** Settings of the service that sends mail to members. */
export function mailEnvironment({ ports }: Fleet): Record<string, string> {
  return {
    PLATFORM_SMTP_URL: `smtp://${host}:${ports.mail}`,
    PLATFORM_FROM: "jst <no-reply@jst.test>",
  };
}

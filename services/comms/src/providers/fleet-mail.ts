import type { Secret } from "@jst/config";
import type { Route } from "./provider.ts";
import { directConnect, smtpServerOf } from "./smtp/connect.ts";
import { Smtp } from "./smtp/smtp.ts";

/** Mail server and sender of the fleet, as its operator has set them; both empty where it has none. */
export interface FleetMailSettings {
  platformSmtpUrl: Secret;
  platformFrom: string;
}

/** Sender of mails to members of every team that has none of its own (comms.fleet-mail). */
export interface FleetMail extends Route {
  /** Closes the connections to the server. */
  close: () => void;
}

/** Makes the sender of the fleet; undefined where none is set. Throws where one of its settings lacks the other. */
export function fleetMailOf(
  { platformSmtpUrl, platformFrom: from }: FleetMailSettings,
  ca?: string,
): FleetMail | undefined {
  const url = platformSmtpUrl.reveal();
  if (url === "" && from === "") return undefined;
  const server = smtpServerOf(url);
  if (server === undefined || from === "")
    throw new Error("Set both PLATFORM_SMTP_URL and PLATFORM_FROM, or neither.");
  const provider = new Smtp({ server, connect: directConnect, ca });
  return { provider, from, close: () => provider.close() };
}

import { randomUUID } from "node:crypto";
import { systemContext } from "@jst/db";
import { AppError, validationFailed } from "@jst/errors";
import { ByteBudget, readBody } from "@jst/http";
import type { Hop } from "@jst/rpc";
import type { Request, RequestHandler } from "express";
import { findRunning, type RunningRow } from "../../email-rules/matches.ts";
import { storeMatches } from "../../rule-actions/queue.ts";
import { suppressions } from "../../suppressions/suppression.ts";
import { attentionOfMail } from "../../words/refusal.ts";
import { receive, type Receipt, type Received, type ReceiverParts } from "../receive.ts";
import type { IncomingMessage } from "../received.ts";
import { applyReport } from "./apply-report.ts";
import type { Mails } from "./mails.ts";
import {
  invalidSignature,
  verifiedReceiver,
  type Receiver,
  type VerifyParts,
  isFresh,
  signatureOf,
} from "./verified.ts";

/** Most bytes of a mail (comms.inbound-mime). */
const MAIL_BYTES_MAX = 26_214_400;
/** Bytes of all mails in memory: a signature is checked when the whole mail is there (comms.inbound-limits). */
const HELD_BYTES_MAX = 3 * MAIL_BYTES_MAX;
/** How long what follows its reading may take. */
const STORING_MS = 15_000;

/** Parts that receive mails. */
export interface MimeParts extends ReceiverParts, VerifyParts {
  mails: Mails;
}

/** Takes a mail that a provider of the team brings: who has signed it is known before anything of it is read. */
export function mimeHandler(parts: MimeParts): RequestHandler {
  const budget = new ByteBudget(HELD_BYTES_MAX);
  return async (request, response) => {
    requireMime(request);
    const signature = signatureOf(request.get("x-inbound-signature"));
    if (signature === undefined || !isFresh(signature)) throw invalidSignature();
    const named = request.get("x-inbound-recipient");
    const { id } = await budget.spend(async (take) => {
      const bytes = await readBody(request, MAIL_BYTES_MAX, take);
      const receiver = await verifiedReceiver({ bytes, named, signature }, parts);
      return received(bytes, receiver, parts, request);
    });
    response.set("cache-control", "no-store").json({ id });
  };
}

function requireMime(request: Request): void {
  const isMime = /^message\/rfc822\s*(?:;|$)/i.test(request.get("content-type") ?? "");
  if (isMime && (request.get("content-encoding") ?? "identity") === "identity") return;
  throw new AppError(
    "unsupported_media_type",
    "The body is not a mail. Send it as message/rfc822, without compression.",
  );
}

async function received(
  bytes: Buffer,
  { team_id: teamId, address: to }: Receiver,
  parts: MimeParts,
  request: Request,
): Promise<Received> {
  const rules = await parts.database.read<RunningRow>(systemContext(teamId), findRunning(teamId));
  const { sender, ...mail } = await parts.mails.run(teamId, { bytes, rules });
  if (sender === null) {
    const message = "The mail does not have a sender. Send it with a From header.";
    throw validationFailed([{ field: "from", code: "required", message }]);
  }
  const { subject, text, html, files: attachments } = mail;
  const isOfPerson = !mail.isAutomatic && !mail.isFromNobody && mail.report === null;
  const attention = isOfPerson ? attentionOfMail(mail) : undefined;
  const message: IncomingMessage = {
    ...{ channel: "email", provider: "mime", providerId: mail.name },
    ...{ from: sender.address, name: sender.name, to, subject, text, html, attachments, attention },
  };
  const receipt: Receipt = {
    isPersonal: isOfPerson && attention !== "refusal",
    also: async (tx, stored) => {
      await applyReport(tx, mail.report);
      await storeMatches(tx, stored, { ...mail, sender });
    },
  };
  const take = () => receive(parts, teamId, message, receipt, hopOf(request));
  // A report may suppress the address.
  return suppressions.repeating(take);
}

function hopOf(request: Request): Hop {
  const requestId = String(request.headers["x-request-id"] ?? randomUUID());
  return { requestId, traceparent: request.get("traceparent"), deadline: Date.now() + STORING_MS };
}

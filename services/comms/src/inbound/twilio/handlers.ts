import type { Hop } from "@jst/rpc";
import type { Request, RequestHandler, Response } from "express";
import { randomUUID } from "node:crypto";
import { receiveMessage, type TwilioReceiving } from "./receive-message.ts";
import { receiveStatus } from "./receive-status.ts";

/** How long one request may take, in all: Twilio waits fifteen seconds. */
const ANSWERING_MS = 12_000;

/** The addresses that Twilio posts to; both answer with a document that has it do nothing. */
export function twilioHandlers(
  parts: TwilioReceiving,
): Record<"receiveTwilioMessage" | "receiveTwilioStatus", RequestHandler> {
  return {
    receiveTwilioMessage: async (request, response) => {
      await receiveMessage(request, parts, hopOf(request));
      answerNothing(response);
    },
    receiveTwilioStatus: async (request, response) => {
      await receiveStatus(request, parts);
      answerNothing(response);
    },
  };
}

function answerNothing(response: Response): void {
  response.status(200).type("text/xml").send("<Response/>");
}

function hopOf(request: Request): Hop {
  const requestId = String(request.headers["x-request-id"] ?? randomUUID());
  return { requestId, traceparent: request.get("traceparent"), deadline: Date.now() + ANSWERING_MS };
}

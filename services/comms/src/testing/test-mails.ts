import { randomUUID } from "node:crypto";

/** Mail that a report is about. */
interface Returned {
  /** Message-ID with its brackets. */
  name: string;
  to: string;
}

const original = ({ name, to }: Returned) => [
  "From: hello@acme.example",
  `To: ${to}`,
  `Message-ID: ${name}`,
  "Subject: News",
  "",
  "Much is new.",
];
const report = (type: string, parts: readonly (readonly string[])[]): string =>
  [
    "From: MAILER-DAEMON@mx.example",
    "To: in@acme.example",
    "Return-Path: <>",
    `Message-ID: <${randomUUID()}@mx.example>`,
    "Subject: About your mail",
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=${type}; boundary="r"`,
    "",
    ...parts.flatMap((part) => ["--r", ...part]),
    "--r--",
    "",
  ].join("\r\n");

/** A report that a mail could not be delivered (RFC 3464). */
export function bounceMail({
  action = "failed",
  status = "5.1.1",
  ...about
}: Returned & { action?: string; status?: string }): string {
  return report("delivery-status", [
    ["Content-Type: text/plain", "", "Your mail came back."],
    [
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; mx.example",
      "",
      `Final-Recipient: rfc822; ${about.to}`,
      `Action: ${action}`,
      `Status: ${status}`,
      "",
    ],
    ["Content-Type: message/rfc822", "", ...original(about)],
  ]);
}

/** A report that somebody calls a mail spam (RFC 5965). */
export function complaintMail({
  type = "abuse",
  hasRecipient = true,
  ...about
}: Returned & { type?: string; hasRecipient?: boolean }): string {
  return report("feedback-report", [
    ["Content-Type: text/plain", "", "Somebody complains."],
    [
      "Content-Type: message/feedback-report",
      "",
      `Feedback-Type: ${type}`,
      "User-Agent: test/1",
      "Version: 1",
      ...(hasRecipient ? [`Original-Rcpt-To: <${about.to}>`] : []),
      "",
    ],
    ["Content-Type: text/rfc822-headers", "", ...original(about).slice(0, 4), ""],
  ]);
}

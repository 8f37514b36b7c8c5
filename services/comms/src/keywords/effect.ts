import type { Purpose } from "../gate/consent-matrix.ts";
import type { Keyword } from "../words/keyword.ts";

/** Records of an address on one channel for one purpose. */
export interface History {
  /** The record that stands; null where there is none. `is_stop`: the person said so to the number, or to Twilio. */
  standing: { status: string; is_stop: boolean } | null;
  /** The last record that no STOP made; null where there is none. */
  before: { status: string; basis: string | null } | null;
}

/** A record that a keyword makes. */
export interface KeywordRecord {
  purpose: Purpose;
  status: "opted_in" | "opted_out";
  basis: string | null;
}

/** Kind of the reply to a keyword. */
export type ReplyKind = "opt_out_confirmation" | "opt_in_confirmation" | "help";

/** Effect of a keyword. */
export interface Effect {
  records: KeywordRecord[];
  /** None where nothing has changed, so that two programs never answer each other. */
  reply: ReplyKind | undefined;
}

/** Returns the effect of a keyword by the records of its channel (comms.keywords). */
export function effectOf(keyword: Keyword, histories: Readonly<Record<Purpose, History>>): Effect {
  if (keyword === "help") return { records: [], reply: "help" };
  const { transactional, marketing } = histories;
  if (keyword === "stop") {
    const records = [stopped("transactional", transactional), stopped("marketing", marketing)].flat();
    return { records, reply: records.length > 0 ? "opt_out_confirmation" : undefined };
  }
  const records = [...startedTransactional(transactional), ...startedMarketing(marketing)];
  return { records, reply: records.length > 0 ? "opt_in_confirmation" : undefined };
}

/** A STOP is recorded also over another opt-out: that one is what a START goes back to. */
function stopped(purpose: Purpose, { standing }: History): KeywordRecord[] {
  return standing?.is_stop === true ? [] : [{ purpose, status: "opted_out", basis: null }];
}

/** Who starts wants to hear what concerns them, unless they had opted out before the STOP that they take back. */
function startedTransactional({ standing, before }: History): KeywordRecord[] {
  const stays = standing?.is_stop === true && before?.status === "opted_out";
  if (standing?.status === "opted_in" || stays) return [];
  return [{ purpose: "transactional", status: "opted_in", basis: "inbound_message" }];
}

/** Marketing comes back as it stood before the STOP, on its own basis; no keyword is a first opt-in to it. */
function startedMarketing({ standing, before }: History): KeywordRecord[] {
  if (standing?.is_stop !== true || before?.status !== "opted_in") return [];
  return [{ purpose: "marketing", status: "opted_in", basis: before.basis }];
}

import { appCalls } from "./apps.ts";
import { batch } from "./batch.ts";
import { newBookings, slotsAmongMany, slotsOfDay, slotsOfRange } from "./bookings.ts";
import { chartSummary, labsOfMany, observations } from "./charts.ts";
import { context, contextHybrid } from "./context.ts";
import { newContact, webhook } from "./contacts.ts";
import { duplicates } from "./duplicates.ts";
import { listComputed } from "./computed.ts";
import { feed, feedFirst } from "./feed.ts";
import { listFiles } from "./files.ts";
import { insert, list, listByColumn, oneRow } from "./rows.ts";
import { invoicesOfOne, newInvoice } from "./invoices.ts";
import { farPage, largeList } from "./large.ts";
import { mcpRows, mcpTables, mcpToolsList } from "./mcp.ts";
import { rules } from "./rules.ts";
import type { Contestant, Scenario } from "./scenario.ts";
import { sends } from "./send.ts";
import { submissions } from "./submissions.ts";
import { trust } from "./trust.ts";

/** Everything that is measured, in the order in which it is printed. */
export const scenarios: readonly Scenario[] = [
  oneRow,
  list,
  listByColumn,
  listComputed,
  insert,
  trust,
  batch,
  newContact,
  submissions,
  sends,
  webhook,
  mcpTables,
  mcpRows,
  mcpToolsList,
  largeList,
  farPage,
  feed,
  feedFirst,
  duplicates,
  listFiles,
  slotsOfDay,
  slotsOfRange,
  slotsAmongMany,
  newBookings,
  newInvoice,
  invoicesOfOne,
  chartSummary,
  labsOfMany,
  observations,
  appCalls,
  context,
  contextHybrid,
  rules,
];

/** One contestant of a scenario; throws for a name there is not. */
export function findContestant(scenario: string, contestant: string): Contestant {
  const found = scenarios
    .find(({ name }) => name === scenario)
    ?.contestants.find(({ name }) => name === contestant);
  if (found === undefined) throw new Error(`There is no ${contestant} in ${scenario}.`);
  return found;
}

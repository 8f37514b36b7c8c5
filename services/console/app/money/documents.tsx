import { Link } from "wouter";
import { Moment } from "../parts/moment.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { shownMoney } from "../parts/values.ts";

/** What invoices, quotes and subscriptions have in common. */
interface Sold {
  id: string;
  number?: string | null;
  status: string;
  currency: string;
  total: number;
  bill_to: { name: string | null; email: string | null };
  created_at: string;
}

/** Invoices, quotes or subscriptions beside each other. */
export function Documents({ name, at, things }: { name: string; at: string; things: readonly Sold[] }) {
  return (
    <ThingsTable
      name={name}
      things={things}
      columns={{
        Number: ({ id, number }) => <Link to={`${at}/${id}`}>{number ?? "without a number"}</Link>,
        State: ({ status }) => status.replaceAll("_", " "),
        For: ({ bill_to: to }) => to.name ?? to.email,
        Total: ({ total, currency }) => shownMoney(total, currency),
        Made: ({ created_at: made }) => <Moment at={made} />,
      }}
    />
  );
}

import { Link } from "wouter";
import { Moment } from "../parts/moment.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { shownMoney } from "../parts/values.ts";
import { pathOf, type PageName } from "../paths.ts";
import { MONEY } from "../words/money.ts";
import { TITLES } from "../words/places.ts";

/** Members that invoices, quotes and subscriptions share. */
interface Sold {
  id: string;
  number?: string | null;
  status: string;
  currency: string;
  total: number;
  bill_to: { name: string | null; email: string | null };
  created_at: string;
}

const { columns } = MONEY;

/** Invoices, quotes or subscriptions beside each other. */
export function Documents({ list, things }: { list: PageName; things: readonly Sold[] }) {
  return (
    <ThingsTable
      name={TITLES[list]}
      things={things}
      columns={{
        [columns.number]: ({ id, number }) => (
          <Link to={pathOf(list, id)}>{number ?? MONEY.withoutNumber}</Link>
        ),
        [columns.state]: ({ status }) => status.replaceAll("_", " "),
        [columns.for]: ({ bill_to: to }) => to.name ?? to.email,
        [columns.total]: ({ total, currency }) => shownMoney(total, currency),
        [columns.made]: ({ created_at: made }) => <Moment at={made} />,
      }}
    />
  );
}

import { CardsOrGrid } from "../parts/cards-or-grid.tsx";
import { Download, DownloadCsv } from "../parts/download.tsx";
import { Listing } from "../parts/listing.tsx";
import { Named } from "../parts/named.tsx";
import { Pill } from "../parts/pill.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { Turns } from "../parts/turns.tsx";
import type { Examples } from "./examples.ts";
import { GridExample } from "./grid-example.tsx";

const INVOICES = [
  { id: "1", name: "2026-0001", state: "Open" },
  { id: "2", name: "2026-0002", state: "Paid" },
];
const ignore = (): void => {};

const Table = ({ name }: { name: string }) => (
  <ThingsTable
    name={name}
    things={INVOICES}
    columns={{
      Number: ({ name }) => name,
      State: ({ state }) => <Pill tint={state === "Paid" ? "green" : "amber"}>{state}</Pill>,
    }}
  />
);

const list = (state: string, items: typeof INVOICES) => (
  <Listing
    queryKey={["design", state]}
    read={() => Promise.resolve({ items, next_cursor: null })}
    items={(page) => page.items}
    none={<p>An invoice asks a contact for money.</p>}
  >
    {() => <Table name="Listed invoices" />}
  </Listing>
);

/** Parts that show many things. */
export const LIST_PARTS: Examples = {
  "things-table.tsx": () => ({ table: <Table name="Invoices" /> }),
  "listing.tsx": () => ({ full: list("full", INVOICES), empty: list("empty", []) }),
  "named.tsx": () => ({ things: <Named label="Invoices" things={INVOICES} others="and 3 more" /> }),
  "turns.tsx": () => ({ middle: <Turns pages={["", "a"]} next="b" onTurn={ignore} /> }),
  "cards-or-grid.tsx": () => ({
    cards: <CardsOrGrid isPhone isCards toggle={ignore} />,
    grid: <CardsOrGrid isPhone isCards={false} toggle={ignore} />,
  }),
  "download.tsx": () => ({
    button: <Download path="/api/v1/contacts" />,
    at_one_press: <DownloadCsv label="Download rejected rows" path="/api/v1/contacts" />,
  }),
  "shell.tsx": () => ({ frame: <p>This page stands in it.</p> }),
  grid: () => ({
    short: <GridExample rowHeight="short" />,
    medium: <GridExample rowHeight="medium" />,
    tall: <GridExample rowHeight="tall" />,
  }),
};

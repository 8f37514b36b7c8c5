import type { ArticleCreate } from "../../gen/rpc.ts";
import { dayAfter } from "./dates.ts";

const paragraphs = (...texts: string[]) => texts.join("\n\n");

/** Articles of the demo workshop; `cover` is a picture, if the team has one. */
export function articleExamples(now: Date, cover: string | undefined): readonly ArticleCreate[] {
  const published = { status: "published" as const, tags: ["customers"] };
  return [
    ...forCustomers(now, cover).map((one) => ({ ...one, ...published })),
    ...forTheTeam(now).map((one) => ({ ...one, tags: ["team"] })),
  ];
}

function forCustomers(now: Date, cover: string | undefined): readonly ArticleCreate[] {
  const changed = `Prices hold since ${dayAfter(now, -60)} and will be looked at on ${dayAfter(now, 120)}.`;
  return [
    {
      title: "What a yearly inspection includes",
      excerpt: "Two hours, twenty points, one list.",
      body: paragraphs(
        "We look at **brakes, gears, wheels, bearings and lights**, clean the drive and oil it.",
        "| Part | What we do |\n| --- | --- |\n| Brakes | pads measured, cables changed |\n| Wheels | trued |",
        "You get the list with what should be done next, and by when.",
      ),
      seo: { title: "Yearly inspection", description: "What we look at, and what it costs." },
      ...(cover === undefined ? {} : { cover_file_id: cover }),
    },
    {
      title: "Bring your bicycle, take it home",
      body: paragraphs(
        "1. Bring it between 9 and 11.",
        "2. We call before 14 if it costs more than agreed.",
        "3. Most repairs are ready the next day.",
      ),
    },
    {
      title: "Warranty and returns",
      excerpt: "Six months on work, two years on parts.",
      body: paragraphs(
        "Our work is warranted for six months. Parts have the maker's warranty, at least **two years**.",
        "Send unused parts back within *30 days*, in their box.",
      ),
    },
    {
      title: "Prices",
      body: paragraphs(changed, "Labour is 60 EUR an hour, in steps of 15 minutes."),
    },
    {
      title: "How to store a battery in winter",
      body: paragraphs("Between 30 % and 60 %, dry, above freezing.", "Look at the battery once a month."),
    },
  ];
}

function forTheTeam(now: Date): readonly ArticleCreate[] {
  return [
    {
      title: "Opening the shop",
      body: paragraphs(
        "- lights\n- compressor\n- yesterday's tickets",
        "The key of the yard hangs behind the counter.",
      ),
    },
    {
      title: "When a customer complains",
      body: "Listen, write it down, give a day by which you answer.",
    },
    {
      title: "Winter hours",
      status: "archived",
      body: `From November to ${dayAfter(now, -200)}: 10 to 16.`,
    },
  ];
}

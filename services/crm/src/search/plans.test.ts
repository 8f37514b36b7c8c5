import { describePlans } from "@jst/search/testing";
import { searchSources } from "./sources.ts";

await describePlans("crm", searchSources);

import { firstPage } from "./duplicates.ts";
import { pageSize } from "./requests.ts";
import { ours, type Scenario } from "./scenario.ts";

const contacts = "contacts";

/** A list of files is a list like any other. */
export const listFiles: Scenario = {
  name: "files-list",
  title: "first page of 100,000 files, beside a page of as many contacts",
  hasTail: false,
  needs: "files",
  contestants: [
    firstPage(ours, "/api/v1/files", pageSize * 300),
    firstPage(contacts, "/api/v1/contacts", pageSize * 400),
  ],
  p50Target: { against: contacts, atMost: 1.2 },
};

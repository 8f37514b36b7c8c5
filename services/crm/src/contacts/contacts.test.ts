import { describeResource } from "@jst/resource/testing";
import { rpcs } from "../../gen/registry.ts";
import { testCrm } from "../testing/test-crm.ts";
import { contacts } from "./contact.ts";

const { database, door } = await testCrm();

describeResource(contacts, {
  door,
  database,
  rpcs,
  folder: import.meta.dirname,
  derived: ["display_name"],
  given: () =>
    Promise.resolve({
      email: ["ada@example.org", "bo@example.org"],
      additional_emails: [["c@example.org"], []],
      phone: ["+442071234567", "+442071234568"],
      additional_phones: [["+442071234569"], []],
      locale: ["de-AT", "en-GB"],
      timezone: ["Europe/Vienna", "Europe/London"],
      address: [{ city: "Paris" }, { country: "GB" }],
    }),
});

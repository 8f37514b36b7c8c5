import type { Caller } from "@jst/caller";
import type { TestReply } from "@jst/testing";
import type { TestCrm } from "./test-crm.ts";

/** A published form that asks for an e-mail address, a name and a size, and what is done with it. */
export function testForms({ door }: Pick<TestCrm, "door">) {
  const newForm = async (caller: Caller, more: object = {}): Promise<string> => {
    const body = { title: "Form", status: "published", fields: [email, name, size], ...more };
    const reply = await door.call("CreateForm", { caller, body });
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
    return (reply.body as { slug: string }).slug;
  };
  const submit = (caller: Caller, slug: string, body: unknown, headers = {}): Promise<TestReply> =>
    door.call("CreateSubmission", { caller, path: { slug }, body, headers });
  const patchForm = (caller: Caller, slug: string, body: object): Promise<TestReply> =>
    door.call("UpdateForm", { caller, path: { slug }, body });
  return { newForm, submit, patchForm };
}

/** Fields of it. */
export const email = { id: "email", label: "E-mail", type: "email", maps_to: "email" };
const name = { id: "name", label: "Name", type: "short_text", maps_to: "first_name" };
const size = {
  id: "size",
  label: "Size",
  type: "single_choice",
  options: ["S", "M"],
  maps_to: "custom.size",
};

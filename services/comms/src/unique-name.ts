import { AppError } from "@jst/errors";
import type { Refusal } from "@jst/resource";

/** Makes the refusal of a name that another live one of the team has: 409 name_taken. */
export const uniqueName = (noun: string): Refusal => ({
  field: "name",
  holds: "h.deleted_at is null and h.name = u.name",
  refuse: (existing_id, cause) => {
    const detail = `Another ${noun} of the team has this name. Choose another one.`;
    return new AppError("name_taken", detail, { extension: { existing_id }, cause });
  },
});

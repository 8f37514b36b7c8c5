import { Select } from "../parts/select.tsx";
import { ROLES } from "../words/team.ts";
import type { Role } from "./team-members.ts";

interface RoleChoiceOf {
  label: string;
  roles: readonly Role[];
  value: Role;
  onChange: (role: Role) => void;
}

/** One of the roles that may be given. */
export function RoleChoice({ label, roles, value, onChange }: RoleChoiceOf) {
  const given = Object.fromEntries(roles.map((role) => [role, ROLES[role]])) as typeof ROLES;
  return <Select label={label} of={given} is={value} onChange={onChange} />;
}

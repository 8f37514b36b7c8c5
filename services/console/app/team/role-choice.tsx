import { ROLES, type Role } from "./team-members.ts";

/** One of the roles that may be given. */
export function RoleChoice({
  label,
  roles,
  value,
  onChange,
}: {
  label: string;
  roles: readonly Role[];
  value: Role;
  onChange: (role: Role) => void;
}) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChange(target.value as Role)}>
        {roles.map((role) => (
          <option key={role} value={role}>
            {ROLES[role]}
          </option>
        ))}
      </select>
    </label>
  );
}

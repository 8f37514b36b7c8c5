/** Words of the page of the signed-in member. */
export const ACCOUNT = {
  says: (email: string, role: string, team: string) => `You are ${email}, ${role} of the team ${team}.`,
  sessions: "Where you are signed in",
  passkeys: "Passkeys",
  help: "With a passkey, your phone or computer signs you in, without a link or password. Each passkey works only at the address where you added it.",
  unsupported: "This browser does not support passkeys. Use another browser to add one.",
  none: "You have no passkeys.",
  name: "Name of the passkey",
  adds: "Add a passkey",
  added: (name: string) => `The passkey ${name} is ready.`,
  notMade: "No passkey was added. Try again, and confirm when your browser asks.",
  made: "created",
  used: "last used",
  neverUsed: "never used",
  rename: (name: string) => ({
    opens: "Rename",
    title: `Rename ${name}?`,
    does: "Rename",
    says: "The name helps you tell your passkeys apart.",
  }),
  remove: (name: string) => ({
    opens: "Delete",
    title: `Delete ${name}?`,
    does: "Delete",
    says: "You can no longer sign in with this passkey. Delete it on your device too.",
  }),
} as const;

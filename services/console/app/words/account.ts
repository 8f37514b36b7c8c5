/** Words of the page of the signed-in member. */
export const ACCOUNT = {
  says: (email: string, role: string, team: string) => `You are ${email}, ${role} of the team ${team}.`,
  sessions: "Where you are signed in",
  passkeys: "Passkeys",
  help: "A passkey signs you in with your device, without a link or password. It is good for one address of the console.",
  unsupported: "This browser has no passkeys.",
  none: "You have no passkeys.",
  name: "Name of the passkey",
  adds: "Add a passkey",
  added: (name: string) => `The passkey ${name} is ready.`,
  notMade: "No passkey was made. Try again; your browser asks for your device.",
  made: "made",
  used: "last used",
  neverUsed: "never used",
  rename: (name: string) => ({
    opens: "Rename",
    title: `Rename ${name}?`,
    does: "Rename",
    says: "The name helps you tell your passkeys apart.",
  }),
  remove: (name: string) => ({
    opens: "Remove",
    title: `Remove ${name}?`,
    does: "Remove",
    says: "This passkey no longer signs you in. Delete it on your device too.",
  }),
} as const;

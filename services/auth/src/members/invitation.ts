/** The mail that tells a new member where to sign in. It holds no secret: who reads it signs in as everybody does. */
export function invitation(
  to: string,
  team: { slug: string; name: string },
  baseUrl: string,
): { mails: { to: string; subject: string; text: string }[] } {
  const text = [
    `You are now a member of the team ${team.name}.`,
    `Sign in with this address: ${baseUrl}/p/sign-in?team=${encodeURIComponent(team.slug)}`,
    "If you did not expect this, you need not do anything.",
  ].join("\n\n");
  return { mails: [{ to, subject: `You are a member of ${team.name}`, text }] };
}

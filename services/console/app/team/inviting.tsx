import { Button } from "react-aria-components";
import { Outcome } from "../parts/outcome.tsx";
import { useSession } from "../session/session.ts";
import { MEMBERS } from "../words/team.ts";
import { useInviting, type Member } from "./team-members.ts";

/** Reports whether an invitation was mailed, and what to do if nobody sends mail. */
export function MailedOrNot({ mailed, email }: { mailed: boolean; email: string }) {
  const { slug } = useSession().team;
  if (mailed) return <>{MEMBERS.mailed}</>;
  return (
    <>
      {MEMBERS.notMailed} <code>{MEMBERS.command(slug, email)}</code>
    </>
  );
}

/** Button that mails the invitation of a member once more, and its outcome. */
export function InviteAgain({ member: { id, email } }: { member: Member }) {
  const inviting = useInviting(id);
  return (
    <>
      <Button
        className="quiet"
        aria-label={MEMBERS.inviteAgainOf(email)}
        isPending={inviting.isPending}
        onPress={() => inviting.mutate(undefined)}
      >
        {MEMBERS.inviteAgain}
      </Button>
      <Outcome of={inviting}>
        {({ mailed }) => (
          <p role="status">
            <MailedOrNot mailed={mailed} email={email} />
          </p>
        )}
      </Outcome>
    </>
  );
}

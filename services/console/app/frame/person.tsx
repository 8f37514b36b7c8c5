import { Link, useLocation } from "wouter";
import { PATHS } from "../paths.ts";
import { Initials } from "../parts/actor-name.tsx";
import { useActor } from "../parts/actors.ts";
import { useSession } from "../session/session.ts";
import { SignOut } from "../session/sign-out.tsx";
import { SHELL } from "../words/places.ts";

/** The person at the end of the menu: a link to the account, and the end of the session. */
export function Person({ onGo }: { onGo?: () => void }) {
  const { id, email, role } = useSession().member;
  const name = useActor(id)?.name ?? email;
  const [here] = useLocation();
  return (
    <div className="person">
      <Link
        to={PATHS.account}
        title={email}
        aria-current={here === PATHS.account ? "page" : undefined}
        {...(onGo !== undefined && { onClick: onGo })}
      >
        <Initials id={id} name={name} />
        <span className="label">
          <span className="unseen">{SHELL.account} </span>
          <span>
            {name}, {role}
          </span>
        </span>
      </Link>
      <SignOut />
    </div>
  );
}

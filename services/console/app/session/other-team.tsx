import { answered } from "@jst/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button, Dialog, Heading } from "react-aria-components";
import { api } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { OverPage } from "../parts/over-page.tsx";
import { SHELL } from "../words/places.ts";
import type { Session } from "./session.ts";

const CHANNEL = "team";

/** Returns the session with which this window began; it asks about the session as soon as another window switches. */
export function useOwnSession(session: Session | undefined): Session | undefined {
  const queries = useQueryClient();
  const [own, setOwn] = useState(session);
  const teamId = session?.team.id;
  useEffect(() => {
    if (teamId === undefined) return;
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener("message", ({ data }) => {
      if (data !== teamId) void queries.invalidateQueries({ queryKey: ["session"] });
    });
    channel.postMessage(teamId);
    return () => channel.close();
  }, [teamId, queries]);
  // The window shows its own team until it is loaded again; of that team everything new counts.
  if (session !== undefined && session !== own && (own === undefined || own.team.id === teamId))
    setOwn(session);
  return own;
}

/** A question in a window whose session is of another team, because another window has switched (sessions.switch). */
export function OtherTeam({ own, now }: { own: Session; now: Session }) {
  const queries = useQueryClient();
  const back = useMutation({
    mutationFn: () => answered(api.POST("/api/v1/session/switch", { body: { team_id: own.team.id } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["session"] }),
  });
  return (
    <OverPage isOpen={own.team.id !== now.team.id}>
      <Dialog role="alertdialog" className="dialog">
        <Heading slot="title">{SHELL.otherTeam(now.team.slug)}</Heading>
        <p>{SHELL.otherTeamSays(own.team.slug, now.team.slug)}</p>
        {back.error !== null && <Failure error={back.error} />}
        <div className="actions">
          <Button onPress={() => globalThis.location.assign("/console")}>
            {SHELL.goesTo(now.team.slug)}
          </Button>
          <Button className="main" autoFocus onPress={() => back.mutate()}>
            {SHELL.staysIn(own.team.slug)}
          </Button>
        </div>
      </Dialog>
    </OverPage>
  );
}

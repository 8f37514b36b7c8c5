import { answered } from "@jst/client";
import { useMutation } from "@tanstack/react-query";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { api } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { SHELL } from "../words/places.ts";
import { useSession } from "./session.ts";

/** Team of the session; a menu of teams if the session may switch to another one (sessions.switch). */
export function TeamMenu() {
  const { team, teams } = useSession();
  const move = useMutation({
    mutationFn: (team_id: string) => answered(api.POST("/api/v1/session/switch", { body: { team_id } })),
    // Everything that the page knows is of the former team.
    onSuccess: () => globalThis.location.assign("/console"),
  });
  if (teams.length < 2) return <strong>{team.slug}</strong>;
  return (
    <div className="team">
      <MenuTrigger>
        <Button className="quiet" aria-label={SHELL.teams(team.slug)} isPending={move.isPending}>
          <strong>{team.slug}</strong> <span aria-hidden="true">▾</span>
        </Button>
        <Popover className="popover teams" placement="bottom start">
          <Menu aria-label={SHELL.teams(team.slug)} onAction={(id) => move.mutate(String(id))}>
            {teams
              .filter(({ current }) => !current)
              .map(({ id, name, role }) => (
                <MenuItem key={id} id={id}>
                  {SHELL.switchesTo(name, role)}
                </MenuItem>
              ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {move.error !== null && <Failure error={move.error} />}
    </div>
  );
}

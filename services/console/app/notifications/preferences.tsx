import { useState, type SubmitEvent } from "react";
import { Button } from "react-aria-components";
import { Failure } from "../parts/failure.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Select } from "../parts/select.tsx";
import { Several } from "../parts/several.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useSession } from "../session/session.ts";
import { NOTIFICATIONS } from "../words/notifications.ts";
import { usePreferences, useSavePreferences, type Preferences } from "./notices.ts";

/** Channels of each kind of notice, and the hours without mail. */
export function NoticePreferences() {
  const { data, error } = usePreferences();
  if (data !== undefined) return <PreferencesForm was={data} />;
  return error === null ? <Waiting /> : <Failure error={error} />;
}

type Channels = Preferences["channels"];
type Kind = keyof Channels;

const kinds = Object.keys(NOTIFICATIONS.kinds) as Kind[];

function PreferencesForm({ was }: { was: Preferences }) {
  const [channels, setChannels] = useState(was.channels);
  const [from, setFrom] = useState(was.quiet_hours?.from ?? "");
  const [to, setTo] = useState(was.quiet_hours?.to ?? "");
  const [timezone, setTimezone] = useState(was.timezone ?? "");
  const save = useSavePreferences();
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const hours = from === "" && to === "" ? null : { from, to };
    save.mutate({ channels, quiet_hours: hours, timezone: timezone === "" ? null : timezone });
  };
  return (
    <form className="form" onSubmit={onSubmit}>
      {kinds.map((kind) => (
        <Several
          key={kind}
          label={NOTIFICATIONS.kinds[kind]}
          of={NOTIFICATIONS.channels}
          chosen={channels[kind] ?? []}
          onChange={(chosen) => setChannels({ ...channels, [kind]: chosen })}
        />
      ))}
      <section className="form" aria-label={NOTIFICATIONS.quiet}>
        <h2>{NOTIFICATIONS.quiet}</h2>
        <TimeInput label={NOTIFICATIONS.quietFrom} is={from} onTime={setFrom} />
        <TimeInput label={NOTIFICATIONS.quietTo} is={to} onTime={setTo} />
        <p className="aside">{NOTIFICATIONS.quietHelp}</p>
        <ZoneSelect is={timezone} onChange={setTimezone} />
      </section>
      <Outcome of={save}>{() => <p role="status">{NOTIFICATIONS.saved}</p>}</Outcome>
      <Button type="submit" className={save.isPending ? "main pending" : "main"}>
        {NOTIFICATIONS.save}
      </Button>
    </form>
  );
}

function TimeInput({ label, is, onTime }: { label: string; is: string; onTime: (time: string) => void }) {
  return (
    <label>
      {label}
      <input type="time" value={is} onChange={({ target }) => onTime(target.value)} />
    </label>
  );
}

function ZoneSelect({ is, onChange }: { is: string; onChange: (zone: string) => void }) {
  const { team } = useSession();
  const zones = [...new Set([...(is === "" ? [] : [is]), "UTC", ...Intl.supportedValuesOf("timeZone")])];
  const of: Record<string, string> = { "": NOTIFICATIONS.teamZone(team.timezone) };
  for (const zone of zones.toSorted()) of[zone] = zone.replaceAll("_", " ");
  return <Select label={NOTIFICATIONS.zone} of={of} is={is} onChange={onChange} />;
}

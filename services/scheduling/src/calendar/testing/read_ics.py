# Reads calendar files with the package icalendar: a list of files as JSON comes in, what was read of each goes out.
import json
import sys
from datetime import timezone

from icalendar import Calendar


def instant(time, zones):
    """Milliseconds of a time by the file's own VTIMEZONE alone, and by the reader's tzdb."""
    name = getattr(time.params, "get", dict().get)("TZID")
    known = time.dt
    own = known if name is None else known.replace(tzinfo=zones[name], fold=0)
    return [round(one.astimezone(timezone.utc).timestamp() * 1000) for one in (own, known)]


def person(address):
    return {"address": str(address), "parameters": {key.lower(): str(value) for key, value in address.params.items()}}


def read(text):
    calendar = Calendar.from_ical(text)
    zones = {str(zone["TZID"]): zone.to_tz(lookup_tzid=False) for zone in calendar.walk("VTIMEZONE")}
    (event,) = calendar.walk("VEVENT")
    attendees = event.get("ATTENDEE", [])
    start, end = instant(event["DTSTART"], zones), instant(event["DTEND"], zones)
    return {
        "method": str(calendar["METHOD"]),
        "zones": list(zones),
        "uid": str(event["UID"]),
        "sequence": int(event["SEQUENCE"]),
        "status": str(event["STATUS"]),
        "summary": str(event["SUMMARY"]),
        "location": str(event["LOCATION"]) if "LOCATION" in event else None,
        "url": str(event["URL"]),
        "organizer": person(event["ORGANIZER"]),
        "attendees": [person(one) for one in (attendees if isinstance(attendees, list) else [attendees])],
        "own": [start[0], end[0]],
        "known": [start[1], end[1]],
        "errors": [str(error) for error in event.errors],
    }


json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)

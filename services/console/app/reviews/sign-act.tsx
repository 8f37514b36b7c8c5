import { answered } from "@jst/client";
import { useState } from "react";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Select } from "../parts/select.tsx";
import { SIGNING } from "../words/reviews.ts";
import { touched } from "./reviewed.ts";

type Verdict = Schemas["SignatureCreate"]["verdict"];

interface SignOf {
  packet: Schemas["Packet"];
  /** Version of the answers that the page shows. */
  sheetVersion: number;
}

const LINES = 3;

/** Asks for a verdict, says what follows, and signs what is read here. */
export function SignAct({ packet, sheetVersion }: SignOf) {
  const [verdict, setVerdict] = useState<Verdict>("approve");
  const [note, setNote] = useState("");
  return (
    <div className="actions">
      <Act
        words={SIGNING}
        touches={touched(packet.id)}
        answers={{ verdict, note }}
        send={(header, answers) => {
          const params = { path: { packet_id: packet.id }, header };
          const body = {
            ...{
              verdict: answers.verdict,
              walkthrough_version: packet.walkthrough_version,
              sheet_version: sheetVersion,
            },
            ...(answers.note.trim() === "" ? {} : { note: answers.note }),
          };
          return answered(api.POST("/api/v1/console/review/packets/{packet_id}/sign", { params, body }));
        }}
      >
        <Select label={SIGNING.verdict} of={SIGNING.verdicts} is={verdict} onChange={setVerdict} />
        <label>
          {SIGNING.note}
          <textarea rows={LINES} value={note} onChange={({ target }) => setNote(target.value)} />
        </label>
      </Act>
    </div>
  );
}

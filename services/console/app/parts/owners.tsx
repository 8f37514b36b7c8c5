import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { api } from "../api.ts";
import { PARTS } from "../words/parts.ts";
import { ActorById } from "./actor-name.tsx";

const SHOWN = 5;

/** The owners of the team, who give rights. */
export function Owners() {
  const { data } = useQuery({
    queryKey: ["members", "owners"],
    queryFn: () =>
      answered(api.GET("/api/v1/members", { params: { query: { role: "owner", limit: SHOWN } } })),
    retry: false,
  });
  if (data === undefined) return null;
  return (
    <p>
      {PARTS.owners}{" "}
      {data.members.map(({ id }, index) => (
        <Fragment key={id}>
          {index > 0 && ", "}
          <ActorById id={id} />
        </Fragment>
      ))}
    </p>
  );
}

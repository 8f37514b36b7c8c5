import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Detail } from "../parts/detail.tsx";
import { Edit } from "../parts/edit.tsx";
import { Members } from "../parts/members.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { TEMPLATES } from "../words/messages.ts";
import { templateFields } from "./templates.tsx";

/** A template as it was written, to be changed and deleted. */
export function Template({ id }: { id: string }) {
  const session = useSession();
  const path = { template_id: id };
  return (
    <Detail
      kind={TEMPLATES.kind}
      queryKey={["template", id]}
      read={() => answered(api.GET("/api/v1/comms/templates/{template_id}", { params: { path } }))}
      title={({ name }) => name}
      actions={(template) =>
        mayDo(session, "comms", "delete") && (
          <Act
            words={TEMPLATES.remove}
            of={template}
            touches={[["templates"]]}
            onDone={() => globalThis.history.back()}
            send={(header) =>
              answered(api.DELETE("/api/v1/comms/templates/{template_id}", { params: { path, header } }))
            }
          />
        )
      }
    >
      {(template) => (
        <>
          {mayDo(session, "comms", "write") && (
            <Edit
              of={template}
              fields={templateFields}
              touches={[["templates"], ["template", id]]}
              send={(body: Schemas["TemplatePatch"], header) =>
                answered(
                  api.PATCH("/api/v1/comms/templates/{template_id}", { params: { path, header }, body }),
                )
              }
            />
          )}
          <pre className="card text">{template.text ?? template.html}</pre>
          <Members of={template} without={["name", "text", "html"]} />
        </>
      )}
    </Detail>
  );
}

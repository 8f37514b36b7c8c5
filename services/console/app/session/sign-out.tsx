import { answered } from "@jst/client";
import { useMutation } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import { api } from "../api.ts";
import { SHELL } from "../words/places.ts";
import { useSession } from "./session.ts";

/** Ends this session; the next page is the one to sign in. */
export function SignOut() {
  const { id } = useSession();
  const end = useMutation({
    mutationFn: () =>
      answered(api.DELETE("/api/v1/sessions/{session_id}", { params: { path: { session_id: id } } })),
    onSettled: () => globalThis.location.assign("/p/sign-in"),
  });
  return (
    <Button className="quiet" isPending={end.isPending} onPress={() => end.mutate()}>
      {SHELL.signOut}
    </Button>
  );
}

import { ProblemError } from "@jst/client";

/** What went wrong, in the words of the API, with what support asks for. */
export function Failure({ error }: { error: Error }) {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  return (
    <div className="failure" role="alert">
      <p>{problem?.detail ?? "No answer came. Look at your connection; the page goes on trying."}</p>
      {problem?.errors !== undefined && (
        <ul>
          {problem.errors.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <code>{field}</code>: {message}
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && (
        <p className="aside">
          {problem.code}
          {problem.request_id !== null && <>, request {problem.request_id}</>}
        </p>
      )}
    </div>
  );
}

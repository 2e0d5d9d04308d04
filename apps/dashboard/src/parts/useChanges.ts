import { useRef } from "react";

/**
 * The fields of a form's body whose values differ from those of the first rendering, when the form was opened. An edit sends only these:
 * what a colleague has changed meanwhile in the other fields stays.
 */
export function useChanges<Body extends object>(body: Body): Partial<Body> {
  const opened = useRef(body).current;
  const changed = (Object.keys(body) as (keyof Body)[]).filter((name) => JSON.stringify(body[name]) !== JSON.stringify(opened[name]));
  return Object.fromEntries(changed.map((name) => [name, body[name]])) as Partial<Body>;
}

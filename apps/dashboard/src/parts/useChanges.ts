import { useRef } from "react";

/**
 * What an edit sends: the fields of a form's body whose values differ from those of the first rendering, when the form was opened; null if
 * none does. What a colleague has changed meanwhile in the other fields stays. Each value counts as a whole. A form that stays open after
 * saving uses `useEdits`.
 */
export function useChanges<Body extends object>(body: Body): Partial<Body> | null {
  const opened = useRef(body).current;
  const changed = (Object.keys(body) as (keyof Body)[]).filter((name) => JSON.stringify(body[name]) !== JSON.stringify(opened[name]));
  return changed.length === 0 ? null : (Object.fromEntries(changed.map((name) => [name, body[name]])) as Partial<Body>);
}

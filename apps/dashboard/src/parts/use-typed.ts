import { useEffect, useRef, useState } from "react";

/** Between the last letter typed and the search. */
const typingMs = 200;

/** A text that is typed here and kept elsewhere, in the address: told when the typing pauses, taken over when it changes there. */
export function useTyped(value: string, tell: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const known = useRef(value);
  // Told, and not come back yet: an earlier one that arrives late must not take back what was typed since.
  const told = useRef<string[]>([]);
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    const at = told.current.indexOf(value);
    if (at !== -1) told.current.splice(0, at + 1);
    if (at !== -1 || value === known.current) return;
    known.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === known.current) return;
    const timer = setTimeout(() => {
      known.current = wanted;
      told.current.push(wanted);
      latest.current(wanted);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}

import { useEffect, useRef, useState } from "react";

/** Between the last typed letter and the search. */
const typingMs = 200;

/**
 * A text that is typed here and stored in the address: written when the typing pauses, and updated when the address
 * changes.
 */
export function useTyped(value: string, write: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const known = useRef(value);
  // Written, and not back in the address yet: a late earlier one must not overwrite what was typed since.
  const written = useRef<string[]>([]);
  const latest = useRef(write);
  latest.current = write;
  useEffect(() => {
    const at = written.current.indexOf(value);
    if (at !== -1) written.current.splice(0, at + 1);
    if (at !== -1 || value === known.current) return;
    known.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === known.current) return;
    const timer = setTimeout(() => {
      known.current = wanted;
      written.current.push(wanted);
      latest.current(wanted);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}

/** Between the last change of what is typed and the question that it asks. */
const pauseMs = 300;

/** The value that has not changed for a moment. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

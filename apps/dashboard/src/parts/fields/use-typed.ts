import { useEffect, useRef, useState } from "react";

/** Between the last typed letter and the search. */
const typingMs = 200;

/** Text that is typed here and stored in the URL: written when typing pauses, and updated when the URL changes. */
export function useTyped(value: string, write: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const known = useRef(value);
  // Written, and not yet back from the URL: a late earlier text must not overwrite what was typed since.
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
    const needle = typed.trim();
    if (needle === known.current) return;
    const timer = setTimeout(() => {
      known.current = needle;
      written.current.push(needle);
      latest.current(needle);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}

/** Between the last keystroke and the request. */
const pauseMs = 300;

/** The value once it has stopped changing for a moment. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

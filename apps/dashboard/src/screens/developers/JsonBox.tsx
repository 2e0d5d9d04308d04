import type { ReactNode } from "react";
import { CodeBox } from "../../ui/CodeBox.tsx";

/** JSON as it is sent, with keys and strings highlighted. */
export function JsonBox({ label, value }: { label: string; value: unknown }) {
  const code = JSON.stringify(value, null, 2);
  return (
    <CodeBox label={label} code={code}>
      {colored(code)}
    </CodeBox>
  );
}

const textOrName = /("(?:[^"\\]|\\.)*")(:)?/g;

function colored(code: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const found of code.matchAll(textOrName)) {
    parts.push(code.slice(from, found.index));
    parts.push(
      <span key={found.index} className={found[2] === undefined ? "s" : "k"}>
        {found[1]}
      </span>,
    );
    from = found.index + (found[1] as string).length;
  }
  return [...parts, code.slice(from)];
}

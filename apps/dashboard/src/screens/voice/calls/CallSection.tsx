import type { ReactNode } from "react";

/** One section of a call's results, with its name. */
export function CallSection({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  return (
    <section className="voice-part" aria-label={title}>
      <h3>
        {title}
        {end !== undefined && <span className="ms-auto">{end}</span>}
      </h3>
      {children}
    </section>
  );
}

import type { ReactNode } from "react";

/** One component in its states. */
export function Group({ title, children, wide = false }: { title: string; children: ReactNode; wide?: boolean }) {
  return (
    <section className={wide ? "card col-span-full" : "card"} aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      <div className="card-body grid gap-3">{children}</div>
    </section>
  );
}

export function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}

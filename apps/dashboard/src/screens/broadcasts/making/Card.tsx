import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useI18n } from "../../../i18n/i18n.tsx";

/** One part of the page, with a checkmark when it is complete. */
export function Card({ title, n, isDone, children }: { title: string; n: number; isDone: boolean; children: ReactNode }) {
  const { format } = useI18n();
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <span className={isDone ? "step-mark done" : "step-mark"} aria-hidden>
          {isDone ? <Check className="icon icon-14" /> : format.number(n)}
        </span>
        <h2>{title}</h2>
      </div>
      <div className="card-body">{children}</div>
    </section>
  );
}

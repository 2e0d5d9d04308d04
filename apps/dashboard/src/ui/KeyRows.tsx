import { KeyCap } from "./KeyCap.tsx";

/** Keys and their actions, as in the list of shortcuts. */
export function KeyRows({ title, rows }: { title: string; rows: readonly { keys: string; label: string }[] }) {
  return (
    <section className="key-rows" aria-label={title}>
      <h3 className="section-title">{title}</h3>
      <dl>
        {rows.map(({ keys, label }) => (
          <div key={`${keys} ${label}`}>
            <dt>{label}</dt>
            <dd>
              <KeyCap keys={keys} isRead isExact />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

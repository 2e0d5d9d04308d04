import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import type { Shared } from "./shared.ts";

type Line = { key: number; name: string; value: string };

/** Headers by name; a line without a name is dropped. */
export function HeadersField({ label, error, hint, value, onChange }: Shared & { value: unknown; onChange(value: unknown): void }) {
  const { t } = useI18n();
  const keys = useRef(0);
  const [lines, setLines] = useState<Line[]>(() =>
    Object.entries((value ?? {}) as Record<string, unknown>).map(([name, text]) => ({ key: ++keys.current, name, value: String(text) })),
  );
  function change(next: Line[]): void {
    setLines(next);
    const named = next.filter(({ name }) => name.trim() !== "").map(({ name, value: text }) => [name.trim(), text]);
    onChange(named.length === 0 ? undefined : Object.fromEntries(named));
  }
  return (
    <section className="grid gap-2" aria-label={label}>
      <span className="lab">{label}</span>
      {lines.map(({ key, name, value: text }, at) => (
        <div key={key} className="flow-pair">
          <TextField
            label={t("flows.headers.name", { n: at + 1 })}
            hideLabel
            isCode
            size="small"
            value={name}
            onChange={(next) => change(lines.map((line) => (line.key === key ? { ...line, name: next } : line)))}
          />
          <TextField
            label={t("flows.headers.value", { n: at + 1 })}
            hideLabel
            isCode
            size="small"
            value={text}
            onChange={(next) => change(lines.map((line) => (line.key === key ? { ...line, value: next } : line)))}
          />
          <Button
            icon={X}
            label={t("flows.headers.remove", { n: at + 1 })}
            variant="ghost"
            size="small"
            onPress={() => change(lines.filter((line) => line.key !== key))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={Plus}
        className="justify-self-start"
        onPress={() => setLines([...lines, { key: ++keys.current, name: "", value: "" }])}
      >
        {t("flows.headers.add")}
      </Button>
      {hint !== undefined && <span className="hint">{hint}</span>}
      {error !== null && <span className="error">{error}</span>}
    </section>
  );
}

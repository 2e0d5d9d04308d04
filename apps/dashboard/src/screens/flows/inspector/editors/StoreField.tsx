import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import type { FlowStore } from "@parley/sdk";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import type { Choices } from "../../useNames.ts";
import type { Shared } from "./shared.ts";

interface Props extends Shared {
  value: unknown;
  choices: Choices;
  /** Whether values can also be stored in fields of the contact. */
  allowsFields: boolean;
  onChange(value: unknown): void;
}

/** In the API's notation. */
const samples = { from: "body.id", into: "orderId" };

type Line = { key: number; store: FlowStore };

/** Stores values from a call or a response, each in a variable of the run or a field of the contact. */
export function StoreField({ label, error, value, choices, allowsFields, onChange }: Props) {
  const { t } = useI18n();
  const keys = useRef(0);
  const [lines, setLines] = useState<Line[]>(() =>
    (Array.isArray(value) ? value : []).map((store: FlowStore) => ({ key: ++keys.current, store })),
  );
  function change(next: Line[]): void {
    setLines(next);
    onChange(next.length === 0 ? undefined : next.map(({ store }) => store));
  }
  const put = (key: number, store: FlowStore) => change(lines.map((line) => (line.key === key ? { key, store } : line)));
  return (
    <section className="grid gap-2" aria-label={label}>
      <span className="lab">{label}</span>
      {lines.map(({ key, store }, at) => {
        const n = at + 1;
        const isField = store.field !== undefined;
        return (
          <div key={key} className="flow-store">
            <TextField
              label={t("flows.store.from", { n })}
              hideLabel
              isCode
              size="small"
              placeholder={samples.from}
              value={store.from ?? ""}
              onChange={(from) => put(key, { ...store, from })}
            />
            {allowsFields && (
              <Select
                label={t("flows.store.kind", { n })}
                hideLabel
                size="small"
                value={isField ? "field" : "variable"}
                options={(["variable", "field"] as const).map((id) => ({ id, name: t(`flows.store.${id}`) }))}
                onChange={(kind) => put(key, { from: store.from, [kind]: "" })}
              />
            )}
            {isField ? (
              <Select
                label={t("flows.store.into", { n })}
                hideLabel
                size="small"
                value={store.field ?? null}
                options={choices.contactFields}
                onChange={(field) => put(key, { from: store.from, field })}
              />
            ) : (
              <TextField
                label={t("flows.store.into", { n })}
                hideLabel
                isCode
                size="small"
                placeholder={samples.into}
                value={store.variable ?? ""}
                onChange={(variable) => put(key, { from: store.from, variable })}
              />
            )}
            <Button
              icon={X}
              label={t("flows.store.remove", { n })}
              variant="ghost"
              size="small"
              onPress={() => change(lines.filter((line) => line.key !== key))}
            />
          </div>
        );
      })}
      <Button
        size="small"
        icon={Plus}
        className="justify-self-start"
        onPress={() => change([...lines, { key: ++keys.current, store: {} }])}
      >
        {t("flows.store.add")}
      </Button>
      {error !== null && <span className="error">{error}</span>}
    </section>
  );
}

import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { moved } from "../forms/form-fields.ts";
import type { Block } from "./blocks.ts";

type Item = NonNullable<Block["items"]>[number];
const itemsMax = 24;

interface Props {
  /** In the API: `blocks[2].items`. */
  name: string;
  items: readonly Item[];
  mayWrite: boolean;
  onChange(items: Item[]): void;
}

/** Features, or questions with their answers. */
export function ItemFields({ name, items, mayWrite, onChange }: Props) {
  const { t } = useI18n();
  const put = (at: number, next: Partial<Item>) => onChange(items.map((item, place) => (place === at ? { ...item, ...next } : item)));
  return (
    <fieldset className="grid gap-2">
      <legend className="lab">{t("pages.items")}</legend>
      {items.map((item, at) => {
        const what = t("pages.item", { n: at + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no ids
          <div key={at} className="card flat grid gap-2 p-2" role="group" aria-label={what}>
            <TextField
              label={t("pages.heading")}
              name={`${name}[${at}].heading`}
              size="small"
              value={item.heading}
              isReadOnly={!mayWrite}
              onChange={(heading) => put(at, { heading })}
            />
            <TextArea
              label={t("pages.text")}
              name={`${name}[${at}].text`}
              rows={2}
              value={item.text}
              isReadOnly={!mayWrite}
              onChange={(text) => put(at, { text })}
            />
            {mayWrite && (
              <span className="flex">
                <Button
                  icon={ArrowUp}
                  label={t("forms.up", { name: what })}
                  variant="ghost"
                  size="small"
                  isDisabled={at === 0}
                  onPress={() => onChange(moved(items, at, -1))}
                />
                <Button
                  icon={ArrowDown}
                  label={t("forms.down", { name: what })}
                  variant="ghost"
                  size="small"
                  isDisabled={at === items.length - 1}
                  onPress={() => onChange(moved(items, at, 1))}
                />
                <Button
                  icon={X}
                  label={t("forms.remove", { name: what })}
                  variant="ghost"
                  size="small"
                  onPress={() => onChange(items.toSpliced(at, 1))}
                />
              </span>
            )}
          </div>
        );
      })}
      {mayWrite && items.length < itemsMax && (
        <Button icon={Plus} size="small" className="justify-self-start" onPress={() => onChange([...items, { heading: "", text: "" }])}>
          {t("pages.item.add")}
        </Button>
      )}
    </fieldset>
  );
}

import { useState } from "react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { SearchField } from "../../../ui/fields/SearchField.tsx";
import { Dialog, DialogContent } from "../../../ui/overlays/Dialog.tsx";
import { nodeIcon } from "../canvas/icons.ts";
import { stepGroups } from "../model/fields.ts";
import type { StepType } from "../model/model.ts";

const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Selects the step to add: by group, or by typing; Enter takes the first. */
export function AddStepDialog({ onChoose, onClose }: { onChoose(type: StepType): void; onClose(): void }) {
  const { t } = useI18n();
  const [query, setQuery] = useState("");
  const groups = stepGroups
    .map(({ id, types }) => ({ id, types: types.filter((type) => fold(t(`flows.step.${type}`)).includes(fold(query.trim()))) }))
    .filter(({ types }) => types.length > 0);
  const first = groups[0]?.types[0];
  return (
    <Dialog title={t("flows.add")} isOpen onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <div className="grid gap-3">
          <SearchField
            label={t("flows.add.find")}
            value={query}
            onChange={setQuery}
            onSubmit={() => first !== undefined && onChoose(first)}
            autoFocus
          />
          {groups.length === 0 && (
            <p className="hint" role="status">
              {t("ui.search.nothing")}
            </p>
          )}
          {groups.map(({ id, types }) => (
            <section key={id} aria-label={t(`flows.group.${id}`)}>
              <h3 className="lab">{t(`flows.group.${id}`)}</h3>
              <ul className="flow-choices">
                {types.map((type) => {
                  const { Icon, tone } = nodeIcon(type);
                  return (
                    <li key={type}>
                      <button type="button" className="flow-choice" onClick={() => onChoose(type)}>
                        <span className={`flow-icon for-${tone}`}>
                          <Icon className="icon icon-14" aria-hidden />
                        </span>
                        {t(`flows.step.${type}`)}
                      </button>
                    </li>
                  );
                })}
              </ul>
            </section>
          ))}
        </div>
      </DialogContent>
    </Dialog>
  );
}

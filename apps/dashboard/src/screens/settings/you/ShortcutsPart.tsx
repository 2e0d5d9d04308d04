import { RotateCcw } from "lucide-react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { type KnownAction, useKnownActions } from "../../../keys/known-actions.ts";
import { setShortcutSettings, useShortcutSettings } from "../../../keys/own-keys.ts";
import { Button } from "../../../ui/Button.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { KeyRecorder } from "./KeyRecorder.tsx";

/** A user's own shortcuts: each can be changed or switched off, single letters all at once. They are stored in this browser. */
export function ShortcutsPart() {
  const { t, has } = useI18n();
  const { remapped, singleKeys } = useShortcutSettings();
  const known = [...useKnownActions().values()].filter(({ label, group }) => has(label) && has(group));
  const keysNow = ({ id, keys }: KnownAction) => remapped[id] ?? keys;
  function change(id: string, keys: string | undefined) {
    const { [id]: _, ...others } = remapped;
    setShortcutSettings({ remapped: keys === undefined ? others : { ...others, [id]: keys } });
  }
  return (
    <div className="settings-form grid gap-6">
      <Switch isSelected={singleKeys} onChange={(on) => setShortcutSettings({ singleKeys: on })} hint={t("shortcuts.single.hint")}>
        {t("shortcuts.single")}
      </Switch>
      <p className="text-text-2">{t("shortcuts.text")}</p>
      {[...Map.groupBy(known, ({ group }) => group)].map(([group, actions]) => {
        const title = has(group) ? t(group) : group;
        return (
          <section key={group} className="shortcut-rows" aria-label={title}>
            <h2 className="section-title">{title}</h2>
            {actions.map((action) => {
              const name = has(action.label) ? t(action.label) : action.label;
              const keys = keysNow(action);
              const twin =
                keys === "" ? undefined : known.find((each) => each.id !== action.id && keysNow(each) === keys && each.group === group);
              return (
                <div key={action.id} className="shortcut-row">
                  <span className="min-w-0 grow">
                    <span className="cut block">{name}</span>
                    {twin !== undefined && has(twin.label) && (
                      <span className="block text-12 text-warn-text">{t("shortcuts.twin", { name: t(twin.label) })}</span>
                    )}
                  </span>
                  <KeyRecorder name={name} keys={keys} onChange={(next) => change(action.id, next === action.keys ? undefined : next)} />
                  <Button
                    icon={RotateCcw}
                    label={t("shortcuts.reset", { name })}
                    variant="ghost"
                    size="small"
                    isDisabled={remapped[action.id] === undefined}
                    onPress={() => change(action.id, undefined)}
                  />
                </div>
              );
            })}
          </section>
        );
      })}
      <Button
        className="justify-self-start"
        isDisabled={Object.keys(remapped).length === 0 && singleKeys}
        onPress={() => setShortcutSettings({ remapped: {}, singleKeys: true })}
      >
        {t("shortcuts.resetAll")}
      </Button>
    </div>
  );
}

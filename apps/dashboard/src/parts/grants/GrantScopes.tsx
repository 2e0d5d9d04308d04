import "../../styles/grants.css";
import type { GrantableScope } from "@parley/sdk";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { byResource, grantable, scopeOf } from "./grantable.ts";

interface Props {
  value: readonly GrantableScope[];
  onChange(scopes: GrantableScope[]): void;
  /** The scopes that can be selected. */
  offered: readonly GrantableScope[];
}

/** The scopes of a grant that are requested or allowed: a line for each resource. */
export function GrantScopes({ value, onChange, offered }: Props) {
  const { t } = useI18n();
  const chosen = new Set(value);
  function choose(scope: GrantableScope, on: boolean) {
    onChange(offered.filter((each) => (each === scope ? on : chosen.has(each))));
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="flex w-full items-center gap-2">
        <span className="lab">{t("grants.scopes")}</span>
        <span className="ms-auto flex gap-1">
          <Button size="small" variant="ghost" isDisabled={chosen.size === offered.length} onPress={() => onChange([...offered])}>
            {t("grants.scopes.all")}
          </Button>
          <Button size="small" variant="ghost" isDisabled={chosen.size === 0} onPress={() => onChange([])}>
            {t("grants.scopes.none")}
          </Button>
        </span>
      </legend>
      <div className="grant-scopes">
        {byResource(offered).map(({ id, verbs }) => (
          <div key={id} className="grant-line">
            <span>{t(`grants.resource.${id}`)}</span>
            {grantable
              .find((each) => each.id === id)
              ?.verbs.map((verb) =>
                verbs.includes(verb) ? (
                  <Checkbox
                    key={verb}
                    label={t("grants.act", { resource: t(`grants.resource.${id}`), verbs: t(`grants.${verb}`) })}
                    isSelected={chosen.has(scopeOf(id, verb))}
                    onChange={(on) => choose(scopeOf(id, verb), on)}
                  >
                    {t(`grants.${verb}`)}
                  </Checkbox>
                ) : null,
              )}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** A description of what a grant allows. */
export function GrantedScopes({ scopes }: { scopes: readonly string[] }) {
  const { t, format } = useI18n();
  return (
    <span className="flex flex-wrap gap-1">
      {byResource(scopes).map(({ id, verbs }) => (
        <Chip key={id} tone="line">
          {t("grants.act", { resource: t(`grants.resource.${id}`), verbs: format.list(verbs.map((verb) => t(`grants.${verb}`))) })}
        </Chip>
      ))}
    </span>
  );
}

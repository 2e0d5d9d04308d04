import type { AgencyClient } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Checkbox, CheckboxGroup } from "../../../ui/fields/Checkbox.tsx";
import { Radio, RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { partKey } from "./snapshot-parts.ts";

/** Instead of a client's id: the agency's own organization. */
export const own = "own";
const modes = ["update", "keep"] as const;

export interface Application {
  to: string;
  parts: string[];
  existing: (typeof modes)[number];
}

interface Props {
  how: Application;
  /** Clients that the agency may act for. */
  targets: readonly AgencyClient[];
  offered: readonly string[];
  /** Parts that the client's grant does not allow. */
  withheld: readonly string[];
  /** Whether the agency's own organization can be selected. */
  withOwn: boolean;
  onChange(change: Partial<Application>): void;
}

/** The target, the parts, and what to do with existing entries. */
export function ApplyFields({ how: { to, parts, existing }, targets, offered, withheld, withOwn, onChange }: Props) {
  const { t, format } = useI18n();
  const nameOf = (part: string) => {
    const key = partKey(part);
    return key === null ? part : t(key);
  };
  const notGranted = withheld.length === 0 ? "" : ` ${t("snapshots.parts.notGranted", { parts: format.list(withheld.map(nameOf)) })}`;
  return (
    <div className="grid gap-3">
      <Select
        label={t("snapshots.target")}
        name="clientId"
        value={to}
        options={[...targets.map(({ id, name }) => ({ id, name })), ...(withOwn ? [{ id: own, name: t("snapshots.from.own") }] : [])]}
        onChange={(next) => onChange({ to: next })}
        {...(targets.length === 0 ? { hint: t("snapshots.noTarget") } : {})}
      />
      <CheckboxGroup
        label={t("snapshots.parts")}
        name="parts"
        value={parts}
        onChange={(next) => onChange({ parts: next })}
        {...(to === own ? {} : { hint: `${t("snapshots.parts.hint")}${notGranted}` })}
      >
        {offered.map((part) => (
          <Checkbox key={part} value={part}>
            {nameOf(part)}
          </Checkbox>
        ))}
      </CheckboxGroup>
      <RadioGroup
        label={t("snapshots.existing")}
        name="existing"
        value={existing}
        onChange={(next) => onChange({ existing: modes.find((each) => each === next) ?? "update" })}
      >
        {modes.map((each) => (
          <Radio key={each} value={each}>
            {t(`snapshots.existing.${each}`)}
          </Radio>
        ))}
      </RadioGroup>
    </div>
  );
}

import { useI18n } from "../../../../i18n/i18n.tsx";
import { AudienceEditor } from "../../../../parts/audience/AudienceEditor.tsx";
import { draftOf } from "../../../../parts/audience/rules.ts";
import { Select } from "../../../../ui/fields/Select.tsx";
import type { Choices } from "../../useNames.ts";
import type { Shared } from "./shared.ts";

interface Props extends Shared {
  value: unknown;
  choices: Choices;
  onChange(value: unknown): void;
}

const kinds = ["segment", "rules", "all"] as const;

/** For whom a schedule starts the flow: a segment, rules, or everybody. */
export function AudienceField({ label, error, value, choices, onChange }: Props) {
  const { t } = useI18n();
  const given = (value ?? {}) as { segmentId?: string; all?: true; rules?: unknown[] };
  const kind = given.all === true ? "all" : given.rules !== undefined ? "rules" : given.segmentId !== undefined ? "segment" : null;
  const first = choices.segments[0];
  return (
    <div className="grid gap-3">
      <Select
        label={label}
        value={kind}
        error={error}
        options={kinds.filter((id) => id !== "segment" || first !== undefined).map((id) => ({ id, name: t(`flows.audience.${id}`) }))}
        onChange={(next) =>
          onChange(next === "all" ? { all: true } : next === "rules" ? { match: "all", rules: [] } : { segmentId: first?.id })
        }
      />
      {kind === "segment" && (
        <Select
          label={t("flows.audience.segmentId")}
          value={given.segmentId ?? null}
          options={choices.segments}
          onChange={(segmentId) => onChange({ segmentId })}
        />
      )}
      {kind === "rules" && (
        <div className="flow-rules">
          <AudienceEditor initial={draftOf(given as never)} onChange={onChange} />
        </div>
      )}
    </div>
  );
}

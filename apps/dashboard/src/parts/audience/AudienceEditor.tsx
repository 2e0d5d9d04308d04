import "../../styles/screens/audience.css";
import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { Segmented } from "../../ui/lists/Segmented.tsx";
import { RuleFields } from "./RuleFields.tsx";
import { newRule, countRules, type DraftAudience, type DraftRule, isGroup, type RuleOrGroup } from "./rules.ts";
import { type SegmentField, useSegmentFields } from "./useSegmentFields.ts";

interface Props {
  /** The initial rules; afterwards `onChange` reports them. */
  initial: DraftAudience;
  onChange(audience: DraftAudience): void;
  /** Fields besides the contact's own, listed first: the variables of a flow. */
  extraFields?: readonly SegmentField[];
}

type Line = { key: number; each: DraftRule | RuleOrGroup };

/** An audience's rules, each with its field, condition and value. Groups and exceptions created through the API are kept. */
export function AudienceEditor({ initial, onChange, extraFields = [] }: Props) {
  const { t } = useI18n();
  const fields = [...extraFields, ...useSegmentFields()];
  const keys = useRef(0);
  const line = (each: DraftRule | RuleOrGroup): Line => {
    keys.current += 1;
    return { key: keys.current, each };
  };
  const [match, setMatch] = useState(initial.match);
  const [lines, setLines] = useState(() => initial.rules.map(line));
  const [exclude, setExclude] = useState(initial.exclude);
  function emitChange(next: { match?: DraftAudience["match"]; lines?: Line[]; exclude?: DraftAudience["exclude"] | null }) {
    const left = next.exclude === null ? undefined : (next.exclude ?? exclude);
    if (next.match !== undefined) setMatch(next.match);
    if (next.lines !== undefined) setLines(next.lines);
    if (next.exclude === null) setExclude(undefined);
    onChange({
      match: next.match ?? match,
      rules: (next.lines ?? lines).map(({ each }) => each),
      ...(left === undefined ? {} : { exclude: left }),
    });
  }
  const remove = (key: number) => emitChange({ lines: lines.filter((each) => each.key !== key) });
  return (
    <section className="grid gap-2" aria-label={t("segments.match")}>
      <span className="flex items-center gap-2">
        <span className="lab">{t("segments.match")}</span>
        <Segmented
          label={t("segments.match")}
          size="small"
          value={match}
          segments={(["all", "any"] as const).map((id) => ({ id, name: t(`segments.match.${id}`) }))}
          onChange={(next) => emitChange({ match: next })}
        />
      </span>
      {lines.map(({ key, each }, at) =>
        isGroup(each) ? (
          <KeptRules
            key={key}
            text={t("segments.group", { n: countRules(each.rules) })}
            removeLabel={t("segments.removeRule", { n: at + 1 })}
            onRemove={() => remove(key)}
          />
        ) : (
          <RuleFields
            key={key}
            place={at + 1}
            rule={each}
            fields={fields}
            onChange={(rule) => emitChange({ lines: lines.map((other) => (other.key === key ? { key, each: rule } : other)) })}
            onRemove={() => remove(key)}
          />
        ),
      )}
      {exclude !== undefined && (
        <KeptRules
          text={t("segments.excluded", { n: countRules(exclude.rules) })}
          removeLabel={t("segments.removeRule", { n: lines.length + 1 })}
          onRemove={() => emitChange({ exclude: null })}
        />
      )}
      <Button
        size="small"
        icon={Plus}
        className="justify-self-start"
        onPress={() => emitChange({ lines: [...lines, line(newRule("name", "contains", "text"))] })}
      >
        {t("segments.addRule")}
      </Button>
    </section>
  );
}

/** Rules that this form cannot edit and keeps unchanged. */
function KeptRules({ text, removeLabel, onRemove }: { text: string; removeLabel: string; onRemove(): void }) {
  return (
    <div className="rule kept">
      <span className="text-12 text-text-2">{text}</span>
      <Button icon={X} label={removeLabel} variant="ghost" size="small" className="ms-auto" onPress={onRemove} />
    </div>
  );
}

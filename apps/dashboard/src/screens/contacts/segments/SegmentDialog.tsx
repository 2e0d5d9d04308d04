import "../../../styles/contacts.css";
import { useQueryClient } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import type { AudienceRules, Segment } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { segments } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";

import { TextField } from "../../../ui/fields/TextField.tsx";
import { Segmented } from "../../../ui/lists/Segmented.tsx";

import { RuleFields } from "./RuleFields.tsx";
import { begun, countRules, type DraftRule, isComplete, isRule, type Rule, type RuleOrGroup } from "./rules.ts";
import { SegmentCount } from "./SegmentCount.tsx";
import { useSegmentFields } from "./useSegmentFields.ts";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";

interface Props {
  /** The one to change. */
  segment?: Segment;
  /** The initial rules of a new one. */
  rules?: readonly Rule[];
  onClose(): void;
  onSaved(segment: Segment): void;
}

type Line = { key: number; rule: DraftRule } | { key: number; group: RuleOrGroup };

/**
 * A segment: a name, and rules with the number of matching contacts. Groups and exceptions created by the API are kept
 * unchanged.
 */
export function SegmentDialog({ segment, rules: first = [], onClose, onSaved }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const fields = useSegmentFields();
  const keys = useRef(0);
  const line = (each: RuleOrGroup | DraftRule): Line => {
    keys.current += 1;
    return "field" in each ? { key: keys.current, rule: each } : { key: keys.current, group: each };
  };
  const [name, setName] = useState(segment?.name ?? "");
  const [description, setDescription] = useState(segment?.description ?? "");
  const [match, setMatch] = useState(segment?.rules.match ?? "all");
  const [exclude, setExclude] = useState(segment?.rules.exclude);
  const [lines, setLines] = useState<Line[]>(() => {
    const given = segment?.rules.rules ?? first;
    return (given.length === 0 ? [begun("tags", "has_any", "list")] : given).map(line);
  });
  const complete = lines.length > 0 && lines.every((each) => "group" in each || isComplete(each.rule));
  const rules: AudienceRules = {
    match,
    rules: lines.map((each) => ("group" in each ? each.group : (each.rule as Rule))),
    ...(exclude === undefined ? {} : { exclude }),
  };
  const change = (key: number, rule: DraftRule) => setLines((now) => now.map((each) => (each.key === key ? { key, rule } : each)));
  const remove = (key: number) => setLines((now) => now.filter((each) => each.key !== key));
  async function save() {
    const body = { name, description: description.trim() === "" ? null : description, rules };
    const saved = await (segment === undefined ? api.segments.create(body) : api.segments.update(segment.id, body));
    segments.invalidate(client, saved.id);
    toast.show({ tone: "ok", text: t("segments.saved") });
    onClose();
    onSaved(saved);
  }
  return (
    <FormDialog
      title={segment === undefined ? t("segments.new") : t("segments.edit", { name: segment.name })}
      size="large"
      verb={t(segment === undefined ? "segments.create" : "common.save")}
      isDisabled={!complete}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t("segments.name")} name="name" isRequired autoFocus value={name} onChange={setName} />
      <TextField label={t("segments.description")} name="description" isOptional value={description} onChange={setDescription} />
      <section className="grid gap-2" aria-label={t("segments.match")}>
        <span className="flex items-center gap-2">
          <span className="lab">{t("segments.match")}</span>
          <Segmented
            label={t("segments.match")}
            size="small"
            value={match}
            segments={(["all", "any"] as const).map((id) => ({ id, name: t(`segments.match.${id}`) }))}
            onChange={setMatch}
          />
        </span>
        {lines.map((each, at) =>
          "group" in each ? (
            <KeptRules
              key={each.key}
              text={t("segments.group", { n: isRule(each.group) ? 1 : countRules(each.group.rules) })}
              removeLabel={t("segments.removeRule", { n: at + 1 })}
              onRemove={() => remove(each.key)}
            />
          ) : (
            <RuleFields
              key={each.key}
              place={at + 1}
              rule={each.rule}
              fields={fields}
              onChange={(rule) => change(each.key, rule)}
              onRemove={() => remove(each.key)}
            />
          ),
        )}
        {exclude !== undefined && (
          <KeptRules
            text={t("segments.excluded", { n: countRules(exclude.rules) })}
            removeLabel={t("segments.removeRule", { n: lines.length + 1 })}
            onRemove={() => setExclude(undefined)}
          />
        )}
        <Button
          size="small"
          icon={Plus}
          className="justify-self-start"
          onPress={() => setLines((now) => [...now, line(begun("name", "contains", "text"))])}
        >
          {t("segments.addRule")}
        </Button>
      </section>
      <SegmentCount rules={complete ? rules : null} />
    </FormDialog>
  );
}

/** Rules that this form cannot change, and keeps. */
function KeptRules({ text, removeLabel, onRemove }: { text: string; removeLabel: string; onRemove(): void }) {
  return (
    <div className="rule kept">
      <span className="text-12 text-text-2">{text}</span>
      <Button icon={X} label={removeLabel} variant="ghost" size="small" className="ms-auto" onPress={onRemove} />
    </div>
  );
}

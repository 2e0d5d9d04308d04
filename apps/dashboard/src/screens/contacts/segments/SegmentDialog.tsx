import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Segment } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { segments } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { AudienceEditor } from "../../../parts/audience/AudienceEditor.tsx";
import { newRule, type DraftAudience, draftOf, type Rule, rulesOf } from "../../../parts/audience/rules.ts";
import { toast } from "../../../shell/toast.ts";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { SegmentCount } from "./SegmentCount.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";

interface Props {
  /** The segment to edit. */
  segment?: Segment;
  /** The initial rules of a new one. */
  rules?: readonly Rule[];
  onClose(): void;
  onSaved(segment: Segment): void;
}

/** A segment: a name, and rules with the number of matching contacts. Groups and exceptions created through the API are kept unchanged. */
export function SegmentDialog({ segment, rules: first = [], onClose, onSaved }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState(segment?.name ?? "");
  const [description, setDescription] = useState(segment?.description ?? "");
  const [audience, setAudience] = useState<DraftAudience>(() => {
    if (segment !== undefined) return draftOf(segment.rules);
    return { match: "all", rules: first.length === 0 ? [newRule("tags", "has_any", "list")] : [...first] };
  });
  const rules = rulesOf(audience);
  const texts = { name, description: description.trim() === "" ? null : description };
  const changes = useChangesSinceOpened({ ...texts, ...(rules === null ? {} : { rules }) });
  async function save() {
    if (rules === null) return;
    if (segment !== undefined && changes === null) return onClose();
    const saved = await (segment === undefined ? api.segments.create({ ...texts, rules }) : api.segments.update(segment.id, changes ?? {}));
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
      isDisabled={rules === null}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t("segments.name")} name="name" isRequired autoFocus value={name} onChange={setName} />
      <TextField label={t("segments.description")} name="description" isOptional value={description} onChange={setDescription} />
      <AudienceEditor initial={audience} onChange={setAudience} />
      <SegmentCount rules={rules} />
    </FormDialog>
  );
}

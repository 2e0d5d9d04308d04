import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Faq } from "@parley/sdk";
import { useOnce } from "../../api/attempts/once.ts";
import { api } from "../../api/client.ts";
import { faqs } from "../../api/automation/knowledge.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TagInput } from "../../ui/fields/TagInput.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Dialog, DialogContent, DialogFooter } from "../../ui/overlays/Dialog.tsx";
import { FormDialog, useChangesSinceOpened } from "../../ui/overlays/FormDialog.tsx";
import { faqStates } from "./knowledge-search.ts";
import { noCategory, useCategories } from "./useCategories.ts";

interface Props {
  /** Null: a new one. */
  faq: Faq | null;
  /** For a new one. */
  question?: string;
  onSaved?(faq: Faq): Promise<void>;
  onClose(): void;
}

/** A question with its answer, worded as customers may ask it. */
export function FaqDialog({ faq, question: asked = "", onSaved, onClose }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const categories = useCategories();
  const [question, setQuestion] = useState(faq?.question ?? asked);
  const [answer, setAnswer] = useState(faq?.answer ?? "");
  const [alternatives, setAlternatives] = useState<string[]>(faq?.alternatives ?? []);
  const [category, setCategory] = useState(faq?.categoryId ?? noCategory);
  const [status, setStatus] = useState<Faq["status"]>(faq?.status ?? "published");
  const body = { question, answer, alternatives, status, categoryId: category === noCategory ? null : category };
  const changes = useChangesSinceOpened(body);
  async function save() {
    if (faq !== null && changes === null) return onClose();
    const saved = await (faq === null
      ? once(body, (options) => api.knowledge.faqs.create(body, options))
      : api.knowledge.faqs.update(faq.id, changes ?? {}));
    client.setQueryData(faqs.detailQuery(saved.id).queryKey, saved);
    faqs.invalidate(client, saved.id);
    await onSaved?.(saved);
    onClose();
  }
  return (
    <FormDialog
      title={t(faq === null ? "knowledge.faq.new" : "knowledge.faq.edit")}
      verb={t("common.save")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={t("knowledge.question")}
        name="question"
        value={question}
        onChange={setQuestion}
        isRequired
        autoFocus={question === ""}
      />
      <TextArea
        label={t("knowledge.answer")}
        name="answer"
        hint={t("knowledge.answer.hint")}
        rows={5}
        value={answer}
        onChange={setAnswer}
        isRequired
      />
      <TagInput
        label={t("knowledge.alternatives")}
        name="alternatives"
        hint={t("knowledge.alternatives.hint")}
        isOptional
        value={alternatives}
        onChange={setAlternatives}
      />
      <Select label={t("knowledge.category")} name="categoryId" value={category} options={categories.options} onChange={setCategory} />
      <Select
        label={t("inbox.status")}
        name="status"
        hint={t("knowledge.faq.status.hint")}
        value={status}
        options={faqStates.map((id) => ({ id, name: t(`knowledge.faq.${id}`) }))}
        onChange={setStatus}
      />
    </FormDialog>
  );
}

/** The same for people with read access only. */
export function FaqView({ faq, onClose }: { faq: Faq; onClose(): void }) {
  const { t, format } = useI18n();
  return (
    <Dialog title={faq.question} isOpen onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <p className="knowledge-text" dir="auto">
          {faq.answer}
        </p>
        {faq.alternatives.length > 0 && (
          <p className="mt-3 text-12 text-text-2">
            {t("knowledge.alternatives")}: <bdi>{format.list(faq.alternatives)}</bdi>
          </p>
        )}
      </DialogContent>
      <DialogFooter>
        <Button variant="primary" onPress={onClose}>
          {t("common.close")}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

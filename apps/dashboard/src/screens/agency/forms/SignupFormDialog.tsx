import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CreateSignupForm, SignupForm } from "@parley/sdk";
import { signupForms } from "../../../api/agency.ts";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { ConfirmDialog, Dialog, DialogContent, DialogFooter } from "../../../ui/overlays/Dialog.tsx";
import { FieldList } from "./FieldList.tsx";
import { slugOf } from "./form-fields.ts";
import { TargetFields } from "./TargetFields.tsx";

type Draft = Omit<SignupForm, "id" | "url" | "publicKey" | "createdAt" | "updatedAt">;

const orNull = (text: string | null) => (text === null || text.trim() === "" ? null : text);

interface Props {
  /** Null: a new one. */
  form: SignupForm | null;
  mayWrite: boolean;
  onClose(): void;
}

/** A form: its questions, what a submission does, and what people agree to. */
export function SignupFormDialog({ form, mayWrite, onClose }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>(
    () =>
      form ?? {
        ...{ title: "", slug: "", intro: null, consentText: null, redirectUrl: null, thankYouText: t("forms.thanks.default") },
        fields: [
          { key: "name", label: t("forms.kind.name"), type: "text", required: true },
          { key: "email", label: t("forms.kind.email"), type: "email", required: true },
        ],
        target: { kind: "create_contact" },
        active: true,
      },
  );
  const [deleting, setDeleting] = useState(false);
  const change = (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next }));
  const { title, slug, fields, target, active, thankYouText } = draft;
  const body: CreateSignupForm = {
    ...{ title, fields, target, active, thankYouText },
    slug: slug === "" ? slugOf(title) : slug,
    ...{ intro: orNull(draft.intro), consentText: orNull(draft.consentText), redirectUrl: orNull(draft.redirectUrl) },
  };
  const changes = useChangesSinceOpened(body);
  async function save() {
    if (form === null) await api.agency.signupForms.create(body);
    else if (changes !== null) await api.agency.signupForms.update(form.id, changes);
    signupForms.invalidate(client, form?.id);
    onClose();
  }
  return (
    <Dialog title={form === null ? t("forms.new") : form.title} size="large" isOpen onOpenChange={(open) => !open && onClose()}>
      <Form onSubmit={save}>
        <DialogContent>
          <div className="grid gap-4">
            <TextField
              label={t("forms.title")}
              name="title"
              value={draft.title}
              onChange={(title) => change({ title })}
              isRequired
              isReadOnly={!mayWrite}
            />
            <TextField
              label={t("forms.slug")}
              name="slug"
              hint={t("forms.slug.hint")}
              placeholder={slugOf(draft.title)}
              value={draft.slug}
              onChange={(slug) => change({ slug })}
              isCode
              isOptional
              isReadOnly={!mayWrite}
            />
            <TextArea
              label={t("forms.intro")}
              name="intro"
              rows={2}
              isOptional
              isReadOnly={!mayWrite}
              value={draft.intro ?? ""}
              onChange={(intro) => change({ intro })}
            />
            <FieldList fields={draft.fields} mayWrite={mayWrite} onChange={(fields) => change({ fields })} />
            <TargetFields target={draft.target} mayWrite={mayWrite} onChange={(target) => change({ target })} />
            <TextArea
              label={t("forms.consent")}
              name="consentText"
              hint={t("forms.consent.hint")}
              rows={2}
              isOptional
              isReadOnly={!mayWrite}
              value={draft.consentText ?? ""}
              onChange={(consentText) => change({ consentText })}
            />
            <TextArea
              label={t("forms.thanks")}
              name="thankYouText"
              rows={2}
              isReadOnly={!mayWrite}
              value={draft.thankYouText}
              onChange={(thankYouText) => change({ thankYouText })}
            />
            <TextField
              label={t("forms.redirect")}
              name="redirectUrl"
              type="url"
              hint={t("forms.redirect.hint")}
              isOptional
              isReadOnly={!mayWrite}
              value={draft.redirectUrl ?? ""}
              onChange={(redirectUrl) => change({ redirectUrl })}
            />
            <Switch isSelected={draft.active} isReadOnly={!mayWrite} onChange={(active) => change({ active })}>
              {t("forms.active")}
            </Switch>
          </div>
        </DialogContent>
        <DialogFooter>
          {form !== null && mayWrite && (
            <Button variant="danger" className="me-auto" onPress={() => setDeleting(true)}>
              {t("common.delete")}
            </Button>
          )}
          <Button onPress={onClose}>{t(mayWrite ? "common.cancel" : "common.close")}</Button>
          {mayWrite && (
            <Button type="submit" variant="primary">
              {t("common.save")}
            </Button>
          )}
        </DialogFooter>
      </Form>
      {deleting && form !== null && (
        <ConfirmDialog
          title={t("labels.delete", { name: form.title })}
          isOpen
          isDanger
          confirmLabel={t("common.delete")}
          onOpenChange={(open) => !open && setDeleting(false)}
          onConfirm={async () => {
            await api.agency.signupForms.delete(form.id);
            signupForms.invalidate(client, form.id);
            onClose();
          }}
        >
          {t("forms.delete.text")}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FilePlus2, Upload, Workflow } from "lucide-react";
import { useState } from "react";
import { useOnce } from "../../../api/attempts/once.ts";
import { api } from "../../../api/client.ts";
import { flowChanged } from "../../../api/automation/flows.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { FileButton } from "../../../ui/fields/FileButton.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { errorText } from "../../../ui/lib/error-text.ts";
import { Dialog, DialogContent } from "../../../ui/overlays/Dialog.tsx";
import { readFile } from "../exporting.ts";
import type { Definition } from "../model/model.ts";
import { bodyOf, empty, templates } from "../model/templates.ts";
import { triggerName } from "../model/step-texts.ts";

/** A new flow: empty, from a template, or from a file. */
export function NewFlowDialog({ onClose }: { onClose(): void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const once = useOnce();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [pending, setPending] = useState(false);
  const [reason, setReason] = useState<string | null>(null);

  async function create(given: string, definition: Definition, description: string | null = null) {
    if (pending) return;
    setPending(true);
    setReason(null);
    try {
      const chosen = name.trim() === "" ? given : name.trim();
      const body = { ...bodyOf(chosen, definition), ...(description === null ? {} : { description }) };
      const made = await once(body, (options) => api.flows.create(body, options));
      await flowChanged(client, made);
      await navigate({ to: "/flows/$flowId/$part", params: { flowId: made.id, part: "canvas" } });
    } catch (error) {
      setReason(errorText(error, i18n));
    } finally {
      setPending(false);
    }
  }
  async function fromFile([file]: File[]) {
    const read = file === undefined ? null : readFile(await file.text());
    if (read === null) setReason(t("flows.import.invalid"));
    else await create(read.name === "" ? t("flows.untitled") : read.name, read, read.description);
  }
  return (
    <Dialog title={t("flows.new")} size="large" isOpen onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <div className="grid gap-3">
          {reason !== null && (
            <Notice tone="bad" role="alert">
              {reason}
            </Notice>
          )}
          <TextField
            label={t("flows.name")}
            isOptional
            hint={t("flows.new.nameHint")}
            value={name}
            onChange={setName}
            maxLength={200}
            autoFocus
          />
          <h3 className="text-13 font-semibold">{t("flows.gallery")}</h3>
          <ul className="flow-gallery" aria-busy={pending}>
            <li>
              <button type="button" className="card flow-template" onClick={() => void create(t("flows.untitled"), empty)}>
                <FilePlus2 className="icon" aria-hidden />
                <b>{t("flows.blank")}</b>
                <span>{t("flows.blank.about")}</span>
              </button>
            </li>
            {templates.map((template) => (
              <li key={template.id}>
                <button type="button" className="card flow-template" onClick={() => void create(t(template.name), template.definition(t))}>
                  <Workflow className="icon" aria-hidden />
                  <b>{t(template.name)}</b>
                  <span>{t(template.about)}</span>
                  <small>{triggerName(template.definition(t).trigger.type, i18n)}</small>
                </button>
              </li>
            ))}
          </ul>
          <span className="flex items-center gap-2">
            <FileButton icon={Upload} size="small" accept={["application/json", ".json"]} onFiles={(files) => void fromFile(files)}>
              {t("flows.import")}
            </FileButton>
            <span className="hint">{t("flows.import.hint")}</span>
          </span>
        </div>
      </DialogContent>
    </Dialog>
  );
}

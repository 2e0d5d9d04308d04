import { useQueryClient } from "@tanstack/react-query";
import { FileText, Globe, Type } from "lucide-react";
import { useRef, useState } from "react";
import { useOnce } from "../../api/attempts/once.ts";
import { api } from "../../api/client.ts";
import { sources } from "../../api/automation/knowledge.ts";
import { uploadMedia } from "../../api/media.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { DropZone } from "../../ui/fields/FileButton.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Segmented } from "../../ui/lists/Segmented.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { RefreshSelect } from "./RefreshSelect.tsx";
import { noCategory, useCategories } from "./useCategories.ts";

type Kind = "text" | "url" | "file";

const fileTypes = [".pdf", ".docx", ".html", ".htm", ".md", ".csv", ".txt"];
const nameMax = 200;
const dailyHours = 24;

/** A text, a web page by its URL, or a file. */
export function NewSourceDialog({ mayUpload, onClose }: { mayUpload: boolean; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const categories = useCategories();
  const [kind, setKind] = useState<Kind>("text");
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const [url, setUrl] = useState("");
  const [hours, setHours] = useState<number | null>(dailyHours);
  const [file, setFile] = useState<File | null>(null);
  const [category, setCategory] = useState(noCategory);
  const uploaded = useRef<{ file: File; mediaId: string } | null>(null);
  /** A second press uses what the first has uploaded. */
  async function uploadedId(chosen: File): Promise<string> {
    if (uploaded.current?.file !== chosen) uploaded.current = { file: chosen, mediaId: await uploadMedia(chosen) };
    return uploaded.current.mediaId;
  }
  async function content() {
    if (kind === "text") return { kind, text };
    if (kind === "url") return { kind, url, refreshEveryHours: hours };
    return file === null ? null : { kind, mediaId: await uploadedId(file) };
  }
  async function add() {
    const about = { name, categoryId: category === noCategory ? null : category };
    const given = await content();
    if (given === null) return;
    const body = { ...about, ...given };
    await once(body, (options) => api.knowledge.sources.create(body, options));
    sources.invalidate(client);
    onClose();
  }
  return (
    <FormDialog
      title={t("knowledge.add")}
      verb={t("knowledge.add")}
      isDisabled={kind === "file" && file === null}
      onSubmit={add}
      onClose={onClose}
    >
      <Segmented<Kind>
        label={t("knowledge.kind")}
        value={kind}
        segments={[
          { id: "text", name: t("knowledge.kind.text"), icon: Type },
          { id: "url", name: t("knowledge.kind.url"), icon: Globe },
          ...(mayUpload ? [{ id: "file" as const, name: t("knowledge.kind.file"), icon: FileText }] : []),
        ]}
        onChange={setKind}
      />
      {kind === "url" && <TextField label={t("webhooks.url")} name="url" type="url" value={url} onChange={setUrl} isRequired isCode />}
      {kind === "file" &&
        (file === null ? (
          <DropZone
            label={t("knowledge.kind.file")}
            accept={fileTypes}
            multiple={false}
            hint={t("knowledge.file.hint")}
            onFiles={([first]) => {
              if (first === undefined) return;
              setFile(first);
              if (name === "") setName(first.name.replace(/\.\w+$/, "").slice(0, nameMax));
            }}
          />
        ) : (
          <p className="flex items-center gap-2">
            <FileText className="icon" aria-hidden />
            <bdi>{file.name}</bdi>
          </p>
        ))}
      <TextField label={t("contact.name")} name="name" hint={t("knowledge.name.hint")} value={name} onChange={setName} isRequired />
      {kind === "text" && (
        <TextArea
          label={t("knowledge.kind.text")}
          name="text"
          hint={t("knowledge.text.hint")}
          rows={7}
          value={text}
          onChange={setText}
          isRequired
        />
      )}
      {kind === "url" && <RefreshSelect value={hours} onChange={setHours} />}
      <Select label={t("knowledge.category")} name="categoryId" value={category} options={categories.options} onChange={setCategory} />
    </FormDialog>
  );
}

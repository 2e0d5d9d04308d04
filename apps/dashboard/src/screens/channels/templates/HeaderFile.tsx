import { uploadSample } from "../../../api/settings/template-samples.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useUpload } from "../../../parts/use-upload.ts";
import { FileButton } from "../../../ui/fields/FileButton.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import type { HeaderDraft, MediaFormat } from "./draft.ts";

const accepted: Readonly<Record<MediaFormat, readonly string[]>> = {
  IMAGE: ["image/jpeg", "image/png"],
  VIDEO: ["video/mp4"],
  DOCUMENT: ["application/pdf"],
};

interface Props {
  channelId: string;
  format: MediaFormat;
  /** The field's name in the API. */
  name: string;
  header: HeaderDraft;
  onChange(patch: Partial<HeaderDraft>): void;
}

/** The example for the platform's reviewers: uploaded to the platform at once, and named by its handle. */
export function HeaderFile({ channelId, format, name, header, onChange }: Props) {
  const { t } = useI18n();
  const [pending, upload] = useUpload(async (file) => ({ sample: await uploadSample(channelId, file), text: file.name }), onChange);
  // The button is next to the field: inside it, its file input would be taken for the field's own.
  return (
    <div className="grid gap-2" role="group" aria-label={t("templates.header.example")}>
      <TextField
        label={t("templates.header.example")}
        // The server reports it if it is missing; once it is present, that error no longer applies.
        {...(header.sample === "" ? { name } : {})}
        hint={t("templates.header.example.hint")}
        isReadOnly
        value={header.sample === "" ? "" : header.text}
      />
      <FileButton
        size="small"
        className="justify-self-start"
        accept={accepted[format]}
        isPending={pending}
        onFiles={([file]) => file !== undefined && void upload(file)}
      >
        {t("brand.choose")}
      </FileButton>
    </div>
  );
}

import { ImageUp } from "lucide-react";
import type { SignupForm } from "@parley/sdk";
import { uploadMedia } from "../../../api/media.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useUpload } from "../../../parts/use-upload.ts";
import { FileButton } from "../../../ui/fields/FileButton.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { type Block, partsOf } from "./blocks.ts";
import { ItemFields } from "./ItemFields.tsx";

interface Props {
  block: Block;
  /** In the API: `blocks[2]`. */
  name: string;
  forms: readonly SignupForm[];
  mayWrite: boolean;
  onChange(block: Block): void;
}

const pictures = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** The parts of a block. */
export function BlockFields({ block, name, forms, mayWrite, onChange }: Props) {
  const { t } = useI18n();
  const parts: readonly (keyof Block)[] = partsOf[block.type];
  const has = (part: keyof Block) => parts.includes(part);
  const change = (next: Partial<Block>) => onChange({ ...block, ...next });
  const text = (part: "heading" | "label" | "url" | "caption") => ({
    label: t(`pages.${part}`),
    name: `${name}.${part}`,
    value: block[part] ?? "",
    isReadOnly: !mayWrite,
    onChange: (value: string) => change({ [part]: value }),
  });
  return (
    <>
      <h3>{t("pages.block.edit", { name: t(`pages.block.${block.type}`) })}</h3>
      {has("formId") &&
        (forms.length === 0 ? (
          <p className="text-12 text-text-2">{t("pages.form.none")}</p>
        ) : (
          <Select
            label={t("pages.form")}
            name={`${name}.formId`}
            value={block.formId ?? null}
            isReadOnly={!mayWrite}
            options={forms.map(({ id, title }) => ({ id, name: title }))}
            onChange={(formId) => change({ formId })}
          />
        ))}
      {has("mediaId") && <PictureField block={block} mayWrite={mayWrite} onChange={change} />}
      {has("alt") && (
        <TextField
          label={t("pages.alt")}
          name={`${name}.alt`}
          hint={t("pages.alt.hint")}
          value={block.alt ?? ""}
          isReadOnly={!mayWrite}
          onChange={(alt) => change({ alt })}
        />
      )}
      {has("heading") && <TextField {...text("heading")} />}
      {has("text") && (
        <TextArea
          label={t("pages.text")}
          name={`${name}.text`}
          rows={4}
          value={block.text ?? ""}
          isReadOnly={!mayWrite}
          onChange={(value) => change({ text: value })}
        />
      )}
      {has("items") && (
        <ItemFields name={`${name}.items`} items={block.items ?? []} mayWrite={mayWrite} onChange={(items) => change({ items })} />
      )}
      {has("label") && <TextField {...text("label")} />}
      {has("url") && <TextField {...text("url")} hint={t("pages.url.hint")} isCode />}
      {has("caption") && <TextField {...text("caption")} />}
    </>
  );
}

function PictureField({ block, mayWrite, onChange }: { block: Block; mayWrite: boolean; onChange(next: Partial<Block>): void }) {
  const { t } = useI18n();
  const [pending, upload] = useUpload(uploadMedia, (id) =>
    // It has no public URL until it is saved.
    onChange({ mediaId: id, imageUrl: `/api/v1/media/${id}`, alt: block.alt ?? "" }),
  );
  return (
    <div className="grid gap-2">
      {block.imageUrl !== undefined && <img className="page-picture" src={block.imageUrl} alt="" />}
      {mayWrite && (
        <FileButton
          icon={ImageUp}
          accept={pictures}
          isPending={pending}
          className="justify-self-start"
          onFiles={([file]) => file !== undefined && void upload(file)}
        >
          {t("pages.picture")}
        </FileButton>
      )}
    </div>
  );
}

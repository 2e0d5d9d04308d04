import { ImageUp, X } from "lucide-react";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { tellFailure } from "../../../parts/tell-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { FileButton } from "../../../ui/fields/FileButton.tsx";

interface Props {
  kind: "logoLight" | "logoDark" | "favicon";
  /** Of the field in the API. */
  name: string;
  url: string | null;
  mayWrite: boolean;
  /** `url`: what shows it until it is saved. */
  onChange(mediaId: string | null, url: string | null): void;
}

const types = ["image/png", "image/webp", "image/gif", "image/jpeg"];

/** A picture of the brand, on the ground on which it will stand. */
export function LogoField({ kind, name, url, mayWrite, onChange }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const [pending, setPending] = useState(false);
  async function upload(file: File) {
    setPending(true);
    try {
      const form = new FormData();
      form.set("file", file, file.name);
      const { id } = await api.media.upload(form);
      onChange(id, URL.createObjectURL(file));
    } catch (error) {
      tellFailure(error, i18n);
    }
    setPending(false);
  }
  return (
    <div className="field" role="group" aria-label={t(`brand.${kind}`)}>
      <span className="lab">{t(`brand.${kind}`)}</span>
      <div className={`brand-logo ${kind === "logoDark" ? "on-dark" : ""}`}>
        {url === null ? <ImageUp className="icon" aria-hidden /> : <img src={url} alt="" />}
      </div>
      {mayWrite && (
        <span className="flex gap-1">
          <FileButton
            size="small"
            accept={kind === "favicon" ? types.slice(0, 3) : types}
            isPending={pending}
            onFiles={([file]) => file !== undefined && void upload(file)}
          >
            {t("brand.choose")}
          </FileButton>
          {url !== null && (
            <Button
              size="small"
              variant="ghost"
              icon={X}
              label={t("brand.remove", { name: t(`brand.${kind}`) })}
              onPress={() => onChange(null, null)}
            />
          )}
        </span>
      )}
      <input type="hidden" name={name} />
    </div>
  );
}

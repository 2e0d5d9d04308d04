import { ImageUp, X } from "lucide-react";
import { uploadMedia } from "../../../api/media.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useUpload } from "../../../parts/use-upload.ts";
import { Button } from "../../../ui/Button.tsx";
import { FileButton } from "../../../ui/fields/FileButton.tsx";

interface Props {
  kind: "logoLight" | "logoDark" | "favicon";
  /** The field's name in the API. */
  name: string;
  url: string | null;
  mayWrite: boolean;
  /** `url`: shows it until it is saved. */
  onChange(mediaId: string | null, url: string | null): void;
}

const types = ["image/png", "image/webp", "image/gif", "image/jpeg"];

/** A picture of the brand, on the background on which it will appear. */
export function LogoField({ kind, name, url, mayWrite, onChange }: Props) {
  const { t } = useI18n();
  const [pending, upload] = useUpload(
    async (file) => ({ id: await uploadMedia(file), shown: URL.createObjectURL(file) }),
    ({ id, shown }) => onChange(id, shown),
  );
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

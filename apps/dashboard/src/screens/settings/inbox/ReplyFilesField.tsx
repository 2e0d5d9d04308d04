import { useQueries } from "@tanstack/react-query";
import { Paperclip } from "lucide-react";
import { mediaQuery, uploadMedia } from "../../../api/media.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useFocusAfter } from "../../../parts/use-focus-after.ts";
import { useUpload } from "../../../parts/use-upload.ts";
import { toast } from "../../../shell/toast.ts";
import { Tag } from "../../../ui/Chip.tsx";
import { FileButton } from "../../../ui/fields/FileButton.tsx";
import { useServerError } from "../../../ui/fields/formErrors.ts";

interface Props {
  ids: readonly string[];
  onChange(ids: string[]): void;
  /** A file is being stored. */
  onPending(isPending: boolean): void;
}

const filesMax = 10;

/** The files of a canned reply: stored at once, part of the reply when it is saved. */
export function ReplyFilesField({ ids, onChange, onPending }: Props) {
  const { t, format } = useI18n();
  const files = useQueries({ queries: ids.map((id) => ({ ...mediaQuery(id), throwOnError: false })) });
  const { error, clear } = useServerError("mediaIds");
  const change = (next: string[]) => {
    clear();
    onChange(next);
  };
  const [adding, focusAdding] = useFocusAfter<HTMLButtonElement>();
  const [isPending, upload] = useUpload(uploadMedia, (id) => change([...ids, id]));
  async function add(chosen: readonly File[]) {
    const left = filesMax - ids.length;
    if (chosen.length > left) toast.show({ tone: "bad", text: t("canned.files.tooMany", { n: format.number(filesMax) }) });
    onPending(true);
    for (const file of chosen.slice(0, left)) await upload(file);
    onPending(false);
  }
  function remove(id: string) {
    change(ids.filter((each) => each !== id));
    focusAdding();
  }
  return (
    <div className="field" role="group" aria-label={t("canned.files")}>
      <span className="lab">{t("canned.files")}</span>
      {ids.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {ids.map((id, at) => {
            const name = files[at]?.data?.filename ?? id;
            return (
              <li key={id}>
                <Tag icon={Paperclip} removeLabel={t("ui.remove", { name })} onRemove={() => remove(id)}>
                  {name}
                </Tag>
              </li>
            );
          })}
        </ul>
      )}
      <FileButton
        ref={adding}
        icon={Paperclip}
        size="small"
        className="self-start"
        multiple
        isPending={isPending}
        isDisabled={ids.length >= filesMax}
        onFiles={(chosen) => void add(chosen)}
      >
        {t("canned.files.add")}
      </FileButton>
      <span className="hint">{t("canned.files.hint", { n: format.number(filesMax) })}</span>
      {error !== null && <span className="error">{error}</span>}
      <input type="hidden" name="mediaIds" />
    </div>
  );
}

import { Paperclip } from "lucide-react";
import type { DraftFile } from "../../../../api/inbox/draft-files.ts";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { Tag } from "../../../../ui/Chip.tsx";

/** The files that are sent after the text. */
export function CannedFiles({ files, onRemove }: { files: readonly DraftFile[]; onRemove(id: string): void }) {
  const { t, format } = useI18n();
  return (
    <ul className="canned-files" aria-label={t("composer.files")}>
      {files.map(({ id, name, size }) => (
        <li key={id}>
          <Tag icon={Paperclip} detail={format.bytes(size)} removeLabel={t("ui.remove", { name })} onRemove={() => onRemove(id)}>
            {name}
          </Tag>
        </li>
      ))}
    </ul>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { Tag } from "lucide-react";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { contacts } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { showFailure } from "../../parts/show-failure.ts";
import { toast } from "../../shell/toast.ts";
import { Button } from "../../ui/Button.tsx";
import { TagInput } from "../../ui/fields/TagInput.tsx";
import { Popover } from "../../ui/overlays/Popover.tsx";

/** Maximum number per call. */
const bulkMax = 100;

/** The actions on all checked contacts. */
export function ContactBulk({ ids, onDone }: { ids: readonly string[]; onDone(): void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const [tags, setTags] = useState<string[]>([]);
  async function addTags(close: () => void) {
    close();
    let changed = 0;
    try {
      for (let at = 0; at < ids.length; at += bulkMax) {
        const part = ids.slice(at, at + bulkMax);
        const { updated } = await api.contacts.bulk({ ids: [...part], addTags: tags });
        changed += updated;
      }
      toast.show({ tone: "ok", text: t("contacts.tagged", { n: changed }) });
      onDone();
    } catch (error) {
      showFailure(error, i18n);
    } finally {
      await contacts.invalidate(client);
    }
  }
  return (
    <Popover
      label={t("contacts.addTags")}
      trigger={
        <Button size="small" icon={Tag}>
          {t("contacts.addTags")}
        </Button>
      }
    >
      {(close) => (
        <div className="grid gap-2 p-2">
          <TagInput label={t("contact.tags")} value={tags} onChange={setTags} />
          <Button size="small" variant="primary" isDisabled={tags.length === 0} onPress={() => void addTags(close)}>
            {t("contacts.addTags")}
          </Button>
        </div>
      )}
    </Popover>
  );
}

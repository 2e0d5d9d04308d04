import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Pencil, UsersRound } from "lucide-react";
import { useState } from "react";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";
import { segments } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { FilterBar } from "../../../ui/lists/FilterBar.tsx";
import { SegmentCount } from "./SegmentCount.tsx";

const SegmentDialog = lazyComponent(async () => (await import("./SegmentDialog.tsx")).SegmentDialog, { keys: "all" });

/** Above the contacts of a segment: its name, its size, and a link back to all. */
export function SegmentBar({ segmentId, onLeave }: { segmentId: string; onLeave(): void }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: segment } = useQuery(segments.detailQuery(segmentId));
  const [editing, setEditing] = useState(false);
  return (
    <FilterBar
      label={t("segments.title")}
      end={
        <>
          {segment !== undefined && can(me, "contacts:write") && (
            <Button size="small" icon={Pencil} onPress={() => setEditing(true)}>
              {t("segments.edit", { name: segment.name })}
            </Button>
          )}
          <Button size="small" variant="ghost" onPress={onLeave}>
            {t("segments.toAll")}
          </Button>
        </>
      }
    >
      {segment !== undefined && (
        <>
          <Chip tone="accent" icon={UsersRound} size="large">
            <bdi>{segment.name}</bdi>
          </Chip>
          <SegmentCount rules={segment.rules} countAlone />
        </>
      )}
      {editing && segment !== undefined && <SegmentDialog segment={segment} onClose={() => setEditing(false)} onSaved={() => undefined} />}
    </FilterBar>
  );
}

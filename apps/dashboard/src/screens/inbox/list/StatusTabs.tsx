import { useNavigate, useSearch } from "@tanstack/react-router";
import { memo } from "react";
import { useCounts } from "../../../api/inbox/useConversations.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Segmented } from "../../../ui/lists/Segmented.tsx";
import { countedFilters, statusTabs } from "../views.ts";

/** The statuses of a built-in view, with the number of conversations where available. */
export const StatusTabs = memo(function StatusTabs({ view }: { view: string }) {
  const { t } = useI18n();
  const search = useSearch({ from: "/app/inbox/$view" });
  const navigate = useNavigate();
  const counted = countedFilters(search);
  const { data: counts } = useCounts(counted === null ? undefined : { status: "open", ...counted });
  const countOf = (status: (typeof statusTabs)[number]) =>
    status === "resolved" || counted === null
      ? undefined
      : counts?.byStatus[status][view as "mine" | "unassigned" | "all"]?.conversations.count;
  return (
    <div className="list-tabs">
      <Segmented
        label={t("inbox.status")}
        size="small"
        value={search.status ?? "open"}
        segments={statusTabs.map((id) => ({ id, name: t(`inbox.status.${id}`), count: countOf(id) }))}
        onChange={(status) => void navigate({ to: ".", search: (now) => ({ ...now, status: status === "open" ? undefined : status }) })}
      />
    </div>
  );
});

import { Inbox } from "lucide-react";
import type { ConversationFilters } from "../../../api/inbox/conversations.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { SetUpLink } from "../../../parts/SetUpLink.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";

/** A view without conversations: where new ones appear, and what is left to set up. */
export function EmptyList({ view, filters }: { view: string; filters: ConversationFilters }) {
  const { t } = useI18n();
  return (
    <EmptyState
      icon={Inbox}
      title={t("inbox.empty")}
      call="GET /api/v1/conversations"
      actions={
        <>
          {view === "mine" && (
            <LinkButton size="small" to="/inbox/$view" params={{ view: "unassigned" }}>
              {t("inbox.view.unassigned")}
            </LinkButton>
          )}
          <SetUpLink />
        </>
      }
    >
      {view === "mine"
        ? t("inbox.empty.mine")
        : (view === "all" || view === "unassigned") && filters.status === "open"
          ? t("inbox.empty.text")
          : undefined}
    </EmptyState>
  );
}

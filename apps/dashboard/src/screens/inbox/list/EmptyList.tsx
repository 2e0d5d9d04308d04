import { useNavigate, useSearch } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import type { ConversationFilters } from "../../../api/inbox/conversations.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { SetUpLink } from "../../../parts/SetUpLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";

/** A view without conversations: the filters that exclude them, or where new ones appear and what is left to set up. */
export function EmptyList({ view, filters }: { view: string; filters: ConversationFilters }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { status, sort, ...narrowing } = useSearch({ from: "/app/inbox/$view" });
  if (Object.values(narrowing).some((value) => value !== undefined))
    return (
      <EmptyState
        icon={Inbox}
        title={t("filter.noMatch")}
        call="GET /api/v1/conversations"
        actions={
          <Button size="small" onPress={() => void navigate({ to: ".", search: { status, sort }, replace: true })}>
            {t("ui.filter.clear")}
          </Button>
        }
      />
    );
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

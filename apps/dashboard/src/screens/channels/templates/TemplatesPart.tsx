import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ChevronRight, LayoutTemplate, Plus, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { Template } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { allTemplatesQuery } from "../../../api/inbox/templates.ts";
import { channels } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { Segmented } from "../../../ui/lists/Segmented.tsx";
import { readChannelsSearch, templateStatuses } from "../channels-search.ts";
import { languageName } from "./template-languages.ts";
import { categoryName, reasonOf, templateTones } from "./template-state.ts";

const all = "all";

/** A channel's message templates, newest first, each with its review status. */
export function TemplatesPart() {
  const i18n = useI18n();
  const { t, format, language } = i18n;
  const { channelId } = useParams({ from: "/app/channels/$channelId/templates" });
  const { status } = readChannelsSearch(useSearch({ from: "/app/channels/$channelId/templates" }));
  const navigate = useNavigate({ from: "/channels/$channelId/templates" });
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: channel } = useQuery({ ...channels.detailQuery(channelId), throwOnError: true });
  const [syncing, setSyncing] = useState(false);
  const mayWrite = can(me, "channels:write");
  async function sync() {
    setSyncing(true);
    try {
      const { changed, removed } = await api.channels.templates.sync(channelId);
      const n = changed + removed;
      toast.show({ tone: "ok", text: n === 0 ? t("templates.synced.none") : t("templates.synced", { n }) });
    } catch (error) {
      showFailure(error, i18n);
    }
    await client.invalidateQueries({ queryKey: ["templates"] }, { throwOnError: false });
    setSyncing(false);
  }
  const open = () => void navigate({ to: "/channels/$channelId/templates/$templateId", params: { channelId, templateId: "new" } });
  useActions([
    {
      ...({ id: "templates.new", label: "templates.new", group: "shell.channels", icon: Plus, keys: "c" } as const),
      enabled: mayWrite,
      run: open,
    },
  ]);
  const create = mayWrite && (
    <LinkButton
      to="/channels/$channelId/templates/$templateId"
      params={{ channelId, templateId: "new" }}
      variant="primary"
      icon={Plus}
      keys="c"
    >
      {t("templates.new")}
    </LinkButton>
  );
  return (
    <>
      <header className="head">
        <span className="crumb">
          <Link to="/channels/$channelId" params={{ channelId }}>
            <bdi>{channel?.name ?? t("shell.channels")}</bdi>
          </Link>
          <ChevronRight className="icon icon-14 flip" aria-hidden />
        </span>
        <h1>{t("template.title")}</h1>
        <span className="ms-auto flex gap-1.5">
          {mayWrite && (
            <Button icon={RefreshCw} label={t("template.sync")} isPending={syncing} onPress={() => void sync()}>
              <span className="only-desktop">{t("templates.sync")}</span>
            </Button>
          )}
          {create}
        </span>
      </header>
      <div className="toolbar">
        <Segmented<(typeof templateStatuses)[number] | typeof all>
          label={t("inbox.status")}
          size="small"
          value={status ?? all}
          segments={[
            { id: all, name: t("templates.all") },
            ...templateStatuses.map((id) => ({ id, name: format.sentence(t(`template.status.${id}`)) })),
          ]}
          onChange={(id) => void navigate({ search: id === all ? {} : { status: id }, replace: true })}
        />
      </div>
      <div className="scroll grow">
        <ListFrame<Template>
          query={allTemplatesQuery(channelId, status)}
          label={t("template.title")}
          rowId={({ id }) => id}
          rowHref={({ id }) => `/channels/${channelId}/templates/${id}`}
          columns={[
            { ...{ id: "name", name: t("contact.name") }, cell: ({ name }) => <bdi className="font-medium">{name}</bdi> },
            {
              ...{ id: "status", name: t("inbox.status") },
              cell: (template) => (
                <span className="flex flex-wrap items-center gap-2">
                  <Chip tone={templateTones[template.status]}>{t(`template.status.${template.status}`)}</Chip>
                  <span className="text-12 text-text-2">{reasonOf(template, i18n)}</span>
                </span>
              ),
            },
            {
              ...{ id: "language", name: t("templates.language") },
              cell: ({ language: code }) => languageName(language, code),
            },
            {
              ...{ id: "category", name: t("templates.category"), className: "only-desktop" },
              cell: ({ category }) => categoryName(category, i18n),
            },
            {
              ...({ id: "when", name: t("templates.changed"), align: "end" } as const),
              cell: ({ updatedAt }) => (
                <time className="text-text-3" dateTime={updatedAt} title={format.instant(updatedAt)}>
                  {format.when(updatedAt)}
                </time>
              ),
            },
          ]}
          empty={
            status === undefined ? (
              <EmptyState icon={LayoutTemplate} title={t("template.none")} call="POST /api/v1/channels/{id}/templates" actions={create}>
                {t("templates.empty.text")}
              </EmptyState>
            ) : (
              <EmptyState
                icon={LayoutTemplate}
                title={t("templates.noMatch")}
                actions={<Button onPress={() => void navigate({ search: {} })}>{t("ui.filter.clear")}</Button>}
              />
            )
          }
        />
      </div>
    </>
  );
}

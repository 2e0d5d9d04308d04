import "../../../styles/screens/inbox/composer.css";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { LayoutTemplate, RefreshCw, X } from "lucide-react";
import { type KeyboardEvent, type Ref, useEffect, useMemo, useRef, useState } from "react";
import type { Conversation, TemplateContent } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { templatesQuery } from "../../../api/inbox/templates.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { preferred } from "../../../parts/templates/template-content.ts";
import { templateParts } from "../../../parts/templates/template-text.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { SearchField } from "../../../ui/fields/SearchField.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { TemplateFilling } from "./TemplateFilling.tsx";

interface Props {
  conversation: Pick<Conversation, "channelId" | "contact">;
  /** A value was typed, which would be lost with the picker. */
  onBegin?(): void;
  /** Returns whether it was sent. Meanwhile nothing else is sent. */
  onSend(content: TemplateContent): boolean | Promise<boolean>;
  /** Null when only a template may be sent. */
  onClose: (() => void) | null;
  /** The person opened it: the focus goes to the search field. */
  autoFocus?: boolean;
  searchRef?: Ref<HTMLInputElement>;
}

/** Instead of the composer: the channel's templates, the variables of the selected one, and a preview. */
export function TemplatePicker({ conversation, onBegin, onSend, onClose, autoFocus = false, searchRef }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const { data: me } = useSuspenseQuery(meQuery);
  const maySync = can(me, "channels:write");
  const { data, error, refetch, isFetching } = useQuery({ ...templatesQuery(conversation.channelId), throwOnError: false });
  const [search, setSearch] = useState("");
  /** undefined: the preferred one, until its fields are filled in; null: none, because one was just sent. */
  const [chosenId, setChosenId] = useState<string | null>();
  const [sending, setSending] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const shown = useMemo(() => {
    const needle = search.trim().toLowerCase();
    const all = (data?.data ?? []).filter(({ status }) => status !== "deleted");
    return needle === "" ? all : all.filter((each) => `${each.name} ${templateParts(each).body}`.toLowerCase().includes(needle));
  }, [data, search]);
  const first = preferred(shown, conversation.contact.language ?? i18n.language);
  // Also one that the search does not find, or that was deleted meanwhile: what was typed for it stays.
  const chosen = chosenId === null ? undefined : (data?.data.find(({ id }) => id === chosenId) ?? first);
  const chosenNow = chosen?.id;
  useEffect(() => {
    if (chosenNow !== undefined) list.current?.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosenNow]);

  async function send(content: TemplateContent) {
    if (sending) return;
    setSending(true);
    // The picker may stay open: another press, or the second of a double click, must not send it to the customer again.
    if (await onSend(content)) setChosenId(null);
    setSending(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented || onClose === null) return;
    // Otherwise Escape would also close the conversation.
    event.preventDefault();
    onClose();
  }

  return (
    <section
      className="template-box"
      aria-label={t("template.title")}
      onKeyDown={onKeyDown}
      data-begun={onClose === null ? undefined : true}
    >
      <header className="flex items-center gap-2 px-3 pt-2">
        <LayoutTemplate className="icon icon-14" aria-hidden />
        <b className="text-12">{t("template.title")}</b>
        <span className="ms-auto flex gap-1">
          {maySync && (
            <Button
              icon={RefreshCw}
              label={t("template.sync")}
              variant="ghost"
              size="small"
              isPending={isFetching}
              onPress={() =>
                void api.channels.templates
                  .sync(conversation.channelId)
                  .catch((failure: unknown) => showFailure(failure, i18n))
                  .finally(() => refetch())
              }
            />
          )}
          {onClose !== null && (
            <Button icon={X} label={t("common.close")} variant="ghost" size="small" keys="escape" hideKeys onPress={onClose} />
          )}
        </span>
      </header>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={4} />
      ) : data.data.length === 0 ? (
        <EmptyState icon={LayoutTemplate} title={t("template.none")} call="POST /api/v1/channels/{id}/templates">
          {t(maySync ? "template.none.text" : "template.none.ask")}
        </EmptyState>
      ) : (
        <div className="template-picker">
          <div className="template-list">
            <SearchField
              label={t("template.search")}
              size="small"
              value={search}
              onChange={setSearch}
              autoFocus={autoFocus}
              {...(searchRef === undefined ? {} : { inputRef: searchRef })}
            />
            <ul ref={list}>
              {shown.map((template) => (
                <li key={template.id}>
                  <button
                    type="button"
                    className={`option ${template.id === chosen?.id ? "on" : ""}`}
                    aria-pressed={template.id === chosen?.id}
                    disabled={template.status !== "approved"}
                    onClick={() => setChosenId(template.id)}
                  >
                    <span className="min-w-0 grow text-start">
                      <bdi className="cut block">{template.name}</bdi>
                      <span className="flex gap-1.5 text-11 text-text-3">
                        {template.language}
                        {template.status === "approved" ? (
                          <bdi className="cut">{templateParts(template).body}</bdi>
                        ) : (
                          ` · ${t(`template.status.${template.status}`)}`
                        )}
                      </span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
          {chosen === undefined ? (
            <p className="m-auto p-3 text-text-3">{t(first === undefined ? "template.noMatch" : "template.choose")}</p>
          ) : (
            <TemplateFilling
              key={chosen.id}
              template={chosen}
              contact={conversation.contact}
              isPending={sending}
              onBegin={() => {
                setChosenId(chosen.id);
                onBegin?.();
              }}
              onSend={(content) => void send(content)}
            />
          )}
        </div>
      )}
    </section>
  );
}

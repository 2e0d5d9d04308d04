import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { UserPlus, Users } from "lucide-react";
import { useEffect, useState } from "react";
import type { Contact } from "@parley/sdk";
import { contactTagsQuery } from "../../api/contact-tags.ts";
import { contacts } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { ChannelGlyph } from "../../parts/ChannelGlyph.tsx";
import { contactName } from "../../parts/contact-name.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { FilterBar } from "../../ui/lists/FilterBar.tsx";
import { LoadMore } from "../../ui/lists/LoadMore.tsx";
import { Table } from "../../ui/lists/Table.tsx";
import { PartError } from "../../ui/PartError.tsx";
import { ContactBulk } from "./ContactBulk.tsx";
import { ContactTransfer } from "./ContactTransfer.tsx";
import { NewContactDialog } from "./NewContactDialog.tsx";

const none: ReadonlySet<string> = new Set();
const optIns = ["unknown", "opted_in", "opted_out"] as const;
/** Between the last letter typed and the search. */
const typingMs = 200;

/** Everybody who ever wrote, or was brought along. */
export function ContactsScreen() {
  const { t, format } = useI18n();
  const search = useSearch({ from: "/app/contacts" });
  const navigate = useNavigate({ from: "/contacts" });
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, isFetching, refetch } = useQuery({ ...contacts.listQuery(search), throwOnError: false });
  const { data: tags } = useQuery({ ...contactTagsQuery(), throwOnError: false });
  const [typed, setTyped] = useState(search.q ?? "");
  const [selected, setSelected] = useState<ReadonlySet<string> | "all">(none);
  const [isNew, setNew] = useState(false);
  const [loadingMore, setLoadingMore] = useState(false);
  const mayWrite = can(me, "contacts:write");
  useEffect(() => {
    if (typed === (search.q ?? "")) return;
    const timer = setTimeout(
      () => void navigate({ search: (now) => ({ ...now, q: typed.trim() === "" ? undefined : typed }), replace: true }),
      typingMs,
    );
    return () => clearTimeout(timer);
  }, [typed, search.q, navigate]);
  useActions(
    mayWrite
      ? [{ id: "contacts.new", label: "contacts.new", group: "shell.contacts", icon: UserPlus, keys: "c", run: () => setNew(true) }]
      : [],
  );
  function clear() {
    setTyped("");
    void navigate({ search: {} });
  }
  const filtered = Object.values(search).some((value) => value !== undefined);

  return (
    <>
      <header className="head">
        <h1>{t("shell.contacts")}</h1>
        {data !== undefined && data.next === null && <span className="text-text-3 tabular-nums">{format.number(data.items.length)}</span>}
        <span className="ms-auto flex items-center gap-2">
          <ContactTransfer />
          {mayWrite && (
            <Button variant="primary" icon={UserPlus} keys="c" onPress={() => setNew(true)}>
              {t("contacts.new")}
            </Button>
          )}
        </span>
      </header>
      <FilterBar label={t("contacts.filter")} onClear={filtered ? clear : undefined}>
        <SearchField label={t("contacts.search")} size="small" value={typed} onChange={setTyped} keys="/" />
        <Select
          label={t("contact.tags")}
          hideLabel
          size="small"
          value={search.tag ?? ""}
          options={[{ id: "", name: t("contacts.anyTag") }, ...(tags?.data ?? []).map(({ name }) => ({ id: name, name }))]}
          onChange={(tag) => void navigate({ search: (now) => ({ ...now, tag: tag === "" ? undefined : tag }) })}
        />
        <Select
          label={t("contact.consent")}
          hideLabel
          size="small"
          value={search.optIn ?? ""}
          options={[{ id: "", name: t("contacts.anyConsent") }, ...optIns.map((id) => ({ id, name: t(`contact.optIn.${id}`) }))]}
          onChange={(optIn) =>
            void navigate({ search: (now) => ({ ...now, optIn: optIn === "" ? undefined : (optIn as (typeof optIns)[number]) }) })
          }
        />
      </FilterBar>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
      ) : (
        <div className="scroll grow">
          <Table<Contact>
            label={t("shell.contacts")}
            rows={data?.items}
            rowId={({ id }) => id}
            rowHref={({ id }) => `/contacts/${id}`}
            selected={mayWrite ? selected : undefined}
            onSelect={mayWrite ? setSelected : undefined}
            bulk={(ids) => (
              <ContactBulk ids={ids === "all" ? (data?.items ?? []).map(({ id }) => id) : [...ids]} onDone={() => setSelected(none)} />
            )}
            columns={[
              {
                ...{ id: "name", name: t("contact.name") },
                cell: (contact) => (
                  <span className="flex items-center gap-2">
                    <Avatar id={contact.id} name={contact.name ?? contact.phone} size={24} />
                    <bdi className="cut font-medium">{contactName(contact, t("contact.unnamed"))}</bdi>
                    {contact.blockedAt !== null && <Chip tone="bad">{t("contacts.blocked")}</Chip>}
                  </span>
                ),
              },
              { id: "phone", name: t("contact.phone"), cell: ({ phone }) => <bdi dir="ltr">{phone}</bdi> },
              { id: "email", name: t("contact.email"), cell: ({ email }) => <bdi className="cut">{email}</bdi> },
              {
                ...{ id: "channels", name: t("contacts.channels") },
                cell: ({ identities }) => (
                  <span className="flex gap-1">
                    {[...new Set(identities.map(({ kind }) => kind))].map((kind) => (
                      <ChannelGlyph key={kind} kind={kind} />
                    ))}
                  </span>
                ),
              },
              {
                ...{ id: "tags", name: t("contact.tags") },
                cell: ({ tags: own }) => (
                  <span className="flex gap-1">
                    {own.slice(0, 3).map((tag) => (
                      <Chip key={tag} tone="line">
                        <bdi>{tag}</bdi>
                      </Chip>
                    ))}
                    {own.length > 3 && <span className="text-text-3">{`+${own.length - 3}`}</span>}
                  </span>
                ),
              },
              {
                ...{ id: "last", name: t("contacts.lastInbound"), align: "end" },
                cell: ({ lastInboundAt }) =>
                  lastInboundAt === null ? null : (
                    <time className="text-text-3" dateTime={lastInboundAt} title={format.instant(lastInboundAt)}>
                      {format.when(lastInboundAt)}
                    </time>
                  ),
              },
            ]}
            empty={
              filtered ? (
                <EmptyState icon={Users} title={t("contacts.noMatch")} />
              ) : (
                <EmptyState
                  icon={Users}
                  title={t("contacts.empty")}
                  call="POST /api/v1/contacts"
                  actions={
                    mayWrite ? (
                      <Button icon={UserPlus} onPress={() => setNew(true)}>
                        {t("contacts.new")}
                      </Button>
                    ) : undefined
                  }
                >
                  {t("contacts.empty.text")}
                </EmptyState>
              )
            }
          />
          <LoadMore
            hasMore={data?.next != null}
            isPending={loadingMore}
            onMore={() => {
              setLoadingMore(true);
              void contacts.loadMore(client, search).finally(() => setLoadingMore(false));
            }}
          />
        </div>
      )}
      {isNew && (
        <NewContactDialog
          onClose={() => setNew(false)}
          onMade={(id) => void navigate({ to: "/contacts/$contactId", params: { contactId: id } })}
        />
      )}
    </>
  );
}

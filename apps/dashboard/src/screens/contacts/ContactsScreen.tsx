import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Bookmark, UserPlus, Users, UsersRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { lazyComponent } from "../../ui/lib/lazyComponent.tsx";
import type { Contact } from "@parley/sdk";
import { contactTagsQuery } from "../../api/contacts/contact-tags.ts";
import { contacts } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { useTyped } from "../../parts/fields/use-typed.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { FilterBar } from "../../ui/lists/FilterBar.tsx";
import { LoadMore } from "../../ui/lists/LoadMore.tsx";
import { Table } from "../../ui/lists/Table.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { ContactBulk } from "./ContactBulk.tsx";
import { ContactTransfer } from "./ContactTransfer.tsx";
import { NewContactDialog } from "./NewContactDialog.tsx";
import type { Rule } from "../../parts/audience/rules.ts";
import { SegmentBar } from "./segments/SegmentBar.tsx";
import { useContactColumns } from "./useContactColumns.tsx";

const SegmentDialog = lazyComponent(async () => (await import("./segments/SegmentDialog.tsx")).SegmentDialog, { keys: "all" });

const none: ReadonlySet<string> = new Set();
const optIns = ["unknown", "opted_in", "opted_out"] as const;

/** Everybody who ever wrote or was imported. */
export function ContactsScreen() {
  const { t, format } = useI18n();
  const search = useSearch({ from: "/app/contacts" });
  const navigate = useNavigate({ from: "/contacts" });
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, isFetching, refetch } = useQuery({ ...contacts.listQuery(search), throwOnError: false });
  const { data: tags } = useQuery({ ...contactTagsQuery(), throwOnError: false });
  const [typed, setTyped] = useTyped(
    search.q ?? "",
    (q) => void navigate({ search: (now) => ({ ...now, q: q === "" ? undefined : q }), replace: true }),
  );
  const searchInput = useRef<HTMLInputElement>(null);
  const columns = useContactColumns();
  const [selected, setSelected] = useState<ReadonlySet<string>>(none);
  const [isNew, setNew] = useState(false);
  const [keeping, setKeeping] = useState(false);
  // By value: the router may make the same search anew while the page loads.
  const shownList = JSON.stringify(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different list starts with nothing selected
  useEffect(() => setSelected(none), [shownList]);
  const mayWrite = can(me, "contacts:write");
  useActions([
    {
      ...({ id: "contacts.new", label: "contacts.new", group: "shell.contacts", icon: UserPlus, keys: "c" } as const),
      enabled: mayWrite,
      run: () => setNew(true),
    },
    {
      ...({ id: "contacts.search", label: "contacts.search", group: "shell.contacts", keys: "/", keyOnly: true } as const),
      enabled: search.segment === undefined,
      run: () => searchInput.current?.focus(),
    },
    {
      ...({ id: "contacts.segments", label: "segments.title", group: "shell.contacts", icon: UsersRound } as const),
      run: () => void navigate({ to: "/contacts/segments" }),
    },
  ]);
  // "All" are the loaded ones: rows that are loaded later were not chosen.
  const select = (ids: ReadonlySet<string> | "all") => setSelected(ids === "all" ? new Set(data?.items.map(({ id }) => id)) : ids);
  const clear = () => void navigate({ search: {} });
  const filtered = Object.values(search).some((value) => value !== undefined);

  return (
    <>
      <header className="head">
        <h1>{t("shell.contacts")}</h1>
        {data !== undefined && data.next === null && <span className="text-text-3 tabular-nums">{format.number(data.items.length)}</span>}
        <span className="ms-auto flex items-center gap-2">
          <LinkButton icon={UsersRound} to="/contacts/segments" aria-label={t("segments.title")}>
            <span className="only-desktop">{t("segments.title")}</span>
          </LinkButton>
          <ContactTransfer />
          {mayWrite && (
            <Button variant="primary" icon={UserPlus} keys="c" onPress={() => setNew(true)}>
              {t("contacts.new")}
            </Button>
          )}
        </span>
      </header>
      {search.segment === undefined ? (
        <FilterBar
          label={t("contacts.filter")}
          {...(filtered ? { onClear: clear } : {})}
          end={
            filtered &&
            mayWrite && (
              <Button size="small" icon={Bookmark} onPress={() => setKeeping(true)}>
                {t("segments.keep")}
              </Button>
            )
          }
        >
          <SearchField label={t("contacts.search")} size="small" value={typed} onChange={setTyped} keys="/" inputRef={searchInput} />
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
      ) : (
        <SegmentBar segmentId={search.segment} onLeave={clear} />
      )}
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
            onSelect={mayWrite ? select : undefined}
            bulk={() => <ContactBulk ids={[...selected]} onDone={() => setSelected(none)} />}
            columns={columns}
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
                      <Button icon={UserPlus} keys="c" onPress={() => setNew(true)}>
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
          <LoadMore hasMore={data?.next != null} onMore={() => contacts.loadMore(client, search)} />
        </div>
      )}
      {keeping && (
        <SegmentDialog
          rules={rulesOf(search)}
          onClose={() => setKeeping(false)}
          onSaved={({ id }) => void navigate({ search: { segment: id } })}
        />
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

/** The current filters as the rules of a segment: typed text becomes a search in the name. */
function rulesOf({ q, tag, optIn }: { q?: string; tag?: string; optIn?: string }): Rule[] {
  const rules: Rule[] = [];
  if (tag !== undefined) rules.push({ field: "tags", op: "has_any", value: [tag] });
  if (optIn !== undefined) rules.push({ field: "optIn", op: "eq", value: optIn });
  if (q !== undefined) rules.push({ field: "name", op: "contains", value: q });
  return rules;
}

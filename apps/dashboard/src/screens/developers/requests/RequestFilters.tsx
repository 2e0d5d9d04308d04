import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { apiKeys } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { SearchField } from "../../../ui/fields/SearchField.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { FilterBar } from "../../../ui/lists/FilterBar.tsx";
import { Segmented } from "../../../ui/lists/Segmented.tsx";
import { type DevelopersSearch, requestMethods } from "../developers-search.ts";

const any = "any";

/** The filters for requests, stored in the URL. */
export function RequestFilters() {
  const { t } = useI18n();
  const search = useSearch({ from: "/app/developers/$part" });
  const navigate = useNavigate();
  const { data: keys } = useQuery({ ...apiKeys.listQuery(), throwOnError: false });
  const change = (to: DevelopersSearch) =>
    void navigate({ to: ".", search: (now: DevelopersSearch) => ({ ...now, ...to }), replace: true });
  const filtered = Object.values(search).some((value) => value !== undefined);
  const find = (typed: string) => {
    const words = typed.trim();
    const isPath = words.startsWith("/");
    change({ path: isPath ? words : undefined, requestId: words === "" || isPath ? undefined : words });
  };
  const known = keys?.items.map(({ id, name }) => ({ id, name })) ?? [];
  // A deleted key can still be filtered by.
  const options =
    search.keyId === undefined || known.some(({ id }) => id === search.keyId)
      ? known
      : [...known, { id: search.keyId, name: search.keyId }];
  return (
    <FilterBar label={t("ui.filter")} {...(filtered ? { onClear: () => void navigate({ to: ".", search: {}, replace: true }) } : {})}>
      <Segmented
        label={t("inbox.status")}
        size="small"
        value={search.failed === undefined ? any : search.failed ? "failed" : "ok"}
        segments={[
          { id: any, name: t("requests.all") },
          { id: "failed", name: t("requests.failed") },
          { id: "ok", name: t("requests.ok") },
        ]}
        onChange={(id) => change({ failed: id === any ? undefined : id === "failed", status: undefined })}
      />
      <SearchField
        key={search.path ?? search.requestId ?? ""}
        size="small"
        label={t("requests.search")}
        defaultValue={search.path ?? search.requestId ?? ""}
        onSubmit={find}
        onClear={() => find("")}
      />
      <Select
        label={t("requests.key")}
        hideLabel
        size="small"
        value={search.keyId ?? any}
        options={[{ id: any, name: t("requests.anyKey") }, ...options]}
        onChange={(id) => change({ keyId: id === any ? undefined : id })}
      />
      <Select
        label={t("requests.method")}
        hideLabel
        size="small"
        value={search.method ?? any}
        options={[{ id: any, name: t("requests.anyMethod") }, ...requestMethods.map((id) => ({ id, name: id }))]}
        onChange={(id) => change({ method: requestMethods.find((method) => method === id) })}
      />
    </FilterBar>
  );
}

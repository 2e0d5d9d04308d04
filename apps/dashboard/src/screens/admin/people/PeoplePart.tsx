import { useSuspenseQuery } from "@tanstack/react-query";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { FilterBar } from "../../../ui/lists/FilterBar.tsx";
import { FindField, isFiltered, useAdminSearch, WordFilter } from "../frame/Filters.tsx";
import { MemberList, roles } from "./MemberList.tsx";

const states = ["active", "suspended"] as const;

/** All people, in every organization they belong to. */
export function PeoplePart() {
  const { t } = useI18n();
  const [search, , clear] = useAdminSearch();
  const { data: me } = useSuspenseQuery(meQuery);
  const { q, role, organizationId } = search;
  return (
    <>
      <FilterBar label={t("admin.filter")} {...(isFiltered(search) ? { onClear: clear } : {})}>
        <FindField label={t("admin.people.find")} />
        <WordFilter name="role" label={t("team.role")} words={roles} textOf={(value) => t(`role.${value}`)} />
        <WordFilter name="status" label={t("inbox.status")} words={states} textOf={(value) => t(`admin.status.${value}`)} />
      </FilterBar>
      <MemberList
        filters={{ q, role, organizationId, status: states.find((each) => each === search.status) }}
        mayWrite={can(me, "admin:write")}
      />
    </>
  );
}

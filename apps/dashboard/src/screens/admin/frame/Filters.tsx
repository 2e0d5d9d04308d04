import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { useTyped } from "../../../parts/fields/use-typed.ts";
import { SearchField } from "../../../ui/fields/SearchField.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { type AdminSearch, readAdminSearch } from "./admin-search.ts";

/** The URL's search parameters, and how to change them. */
export function useAdminSearch(): [AdminSearch, (change: AdminSearch) => void, () => void] {
  const search = readAdminSearch({ ...useSearch({ from: "/app/admin/$part" }) });
  const navigate = useNavigate({ from: "/admin/$part" });
  return [
    search,
    (change) => void navigate({ search: (was: AdminSearch) => ({ ...was, ...change }) }),
    () => void navigate({ search: {} }),
  ];
}

export const isFiltered = (search: AdminSearch): boolean => Object.values(search).some((value) => value !== undefined);

/** A text search. */
export function FindField({ label }: { label: string }) {
  const [{ q = "" }, change] = useAdminSearch();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useTyped(q, (text) => change({ q: text === "" ? undefined : text } as AdminSearch));
  useActions([
    {
      ...({ id: "admin.find", label: "admin.find", group: "shell.admin", keys: "/", keyOnly: true } as const),
      run: () => input.current?.focus(),
    },
  ]);
  return <SearchField label={label} size="small" keys="/" value={typed} onChange={setTyped} inputRef={input} />;
}

/** Filters by an exact text: an id or an action's name. */
export function TextFilter({ name, label }: { name: "organizationId" | "action" | "actor" | "target"; label: string }) {
  const [search, change] = useAdminSearch();
  const [typed, setTyped] = useTyped(search[name] ?? "", (text) => change({ [name]: text === "" ? undefined : text } as AdminSearch));
  return <TextField label={label} hideLabel placeholder={label} size="small" isCode value={typed} onChange={setTyped} />;
}

interface WordFilterProps<Word extends string> {
  name: "kind" | "status" | "role" | "direction" | "state";
  label: string;
  words: readonly Word[];
  textOf(value: Word): string;
}

/** Filters by one of a fixed set of values. */
export function WordFilter<Word extends string>({ name, label, words, textOf }: WordFilterProps<Word>) {
  const { t } = useI18n();
  const [search, change] = useAdminSearch();
  return (
    <Select<string>
      label={label}
      hideLabel
      size="small"
      value={search[name] ?? ""}
      options={[{ id: "", name: t("admin.any", { what: label }) }, ...words.map((id) => ({ id, name: textOf(id) }))]}
      onChange={(id) => change({ [name]: id === "" ? undefined : id } as AdminSearch)}
    />
  );
}

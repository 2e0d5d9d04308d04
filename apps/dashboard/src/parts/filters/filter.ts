/** One filter of a list, in the API's terms: its search parameter and its options. */
export interface Filter {
  /** The search parameter. */
  id: string;
  name: string;
  /** Undefined: it does not filter. */
  value: string | undefined;
  options: readonly { id: string; name: string }[];
  onChange(value: string | undefined): void;
  /** Several values, separated by commas as the API accepts them; any of them matches. */
  many?: boolean;
}

export const chosenOf = ({ value }: Filter): string[] => (value === undefined ? [] : value.split(","));

export const activeFilters = (filters: readonly Filter[]): Filter[] => filters.filter(({ value }) => value !== undefined);

/** The selected value as text; for a deleted record, the value from the URL. */
export function valueName(filter: Filter): string {
  const nameOf = (value: string) => filter.options.find(({ id }) => id === value)?.name ?? value;
  return filter.many === true ? chosenOf(filter).map(nameOf).join(", ") : nameOf(filter.value ?? "");
}

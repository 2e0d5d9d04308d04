/** One thing that a list can be narrowed by, in the API's words: what the address has for it, and what can be chosen. */
export interface Filter {
  /** The search parameter. */
  id: string;
  name: string;
  /** None: it does not filter. */
  value: string | undefined;
  options: readonly { id: string; name: string }[];
  onChange(value: string | undefined): void;
  /** Any of several: the value has them separated by commas, as the API takes them. */
  many?: boolean;
}

export const chosenOf = ({ value }: Filter): string[] => (value === undefined ? [] : value.split(","));

export const activeFilters = (filters: readonly Filter[]): Filter[] => filters.filter(({ value }) => value !== undefined);

/** The chosen value in words; of a record that is gone, what the address says. */
export function valueName(filter: Filter): string {
  const nameOf = (value: string) => filter.options.find(({ id }) => id === value)?.name ?? value;
  return filter.many === true ? chosenOf(filter).map(nameOf).join(", ") : nameOf(filter.value ?? "");
}

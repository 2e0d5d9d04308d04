/** What all inputs of the form are given. */
export interface Shared {
  label: string;
  error: string | null;
  isOptional: boolean;
  hint?: string;
}

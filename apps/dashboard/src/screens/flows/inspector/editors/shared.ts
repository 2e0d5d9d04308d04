/** The props shared by all inputs of the form. */
export interface Shared {
  label: string;
  error: string | null;
  isOptional: boolean;
  hint?: string;
}

/** Reading bodies whose shape was checked elsewhere, or is never checked. */
export type Fields = Record<string, unknown>;

export const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);
export const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

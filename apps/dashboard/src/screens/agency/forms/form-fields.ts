/** The fields of a sign-up form as a person chooses them: known properties of a contact or client, or a custom question. Pure. */
import type { SignupForm } from "@parley/sdk";

export type FormField = SignupForm["fields"][number];
export type FieldKind = (typeof fieldKinds)[number];

/** The first four become part of the contact or the client. */
export const fieldKinds = ["name", "email", "phone", "company", "text", "textarea", "url", "select", "checkbox"] as const;

const known: Readonly<Record<string, FormField["type"]>> = { name: "text", email: "email", phone: "phone", company: "text" };

export const kindOf = ({ key, type }: FormField): FieldKind =>
  fieldKinds.find((each) => each === key) ?? fieldKinds.find((each) => each === type) ?? "text";

/** A unique key of letters and digits, which names the answer. */
export function keyFor(kind: FieldKind, label: string, others: readonly FormField[]): string {
  if (Object.hasOwn(known, kind)) return kind;
  const plain = label
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 30);
  const base = plain === "" ? "answer" : plain;
  for (let n = 1; ; n++) {
    const key = n === 1 ? base : `${base}_${n}`;
    if (!Object.hasOwn(known, key) && others.every((each) => each.key !== key)) return key;
  }
}

export function withKind(field: FormField, kind: FieldKind, others: readonly FormField[]): FormField {
  const { options: _, ...rest } = field;
  const type = known[kind] ?? (kind as FormField["type"]);
  return { ...rest, key: keyFor(kind, field.label, others), type, ...(kind === "select" ? { options: field.options ?? [] } : {}) };
}

/** Slugs consist of lower-case letters, digits and hyphens. */
export function slugOf(title: string): string {
  return title
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");
}

/** `by`: -1 up, 1 down. */
export function moved<T>(items: readonly T[], at: number, by: 1 | -1): T[] {
  const to = at + by;
  const item = items[at];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(at, 1).toSpliced(to, 0, item);
}

/** The displayed name of a person: their name, otherwise their number, otherwise the given text. */
export function contactName(contact: { name: string | null; phone: string | null }, unnamed: string): string {
  return contact.name ?? contact.phone ?? unnamed;
}

/** How a person is called: their name, else their number, else the word that is given. */
export function contactName(contact: { name: string | null; phone: string | null }, unnamed: string): string {
  return contact.name ?? contact.phone ?? unnamed;
}

import type { Transcripts } from "./transcript.ts";
import type { PhoneCustomer } from "./types.ts";

export interface FictionalPerson {
  name: string;
  number: string;
  username: string;
}

/** The customers that a phone offers, whatever the platform. The numbers are reserved for fiction (Ofcom, 555-01xx). */
export const FICTIONAL_PEOPLE: readonly FictionalPerson[] = [
  { name: "Amina Yusuf", number: "447700900123", username: "amina.yusuf" },
  { name: "Budi Santoso", number: "12025550142", username: "budi_santoso" },
  { name: "ليلى حداد", number: "447700900456", username: "layla.haddad" },
  { name: "João Ferreira", number: "12025550178", username: "joaoferreira" },
  { name: "Priya Nair", number: "447700900789", username: "priya.nair" },
];

/** The fictional ones first, then everybody else with a conversation. */
export function customersOf(
  transcripts: Transcripts,
  idOf: (person: FictionalPerson) => string,
  describe: (id: string, person: FictionalPerson | undefined) => Omit<PhoneCustomer, "id">,
): PhoneCustomer[] {
  const people = new Map<string, FictionalPerson | undefined>(FICTIONAL_PEOPLE.map((person) => [idOf(person), person]));
  for (const { customerId } of transcripts.threads()) people.set(customerId, people.get(customerId));
  return [...people].map(([id, person]) => ({ id, ...describe(id, person) }));
}

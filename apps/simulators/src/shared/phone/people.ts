/** The customers that a phone offers, whatever the platform. The numbers are reserved for fiction (Ofcom, 555-01xx). */
export const FICTIONAL_PEOPLE: readonly { name: string; number: string; username: string }[] = [
  { name: "Amina Yusuf", number: "447700900123", username: "amina.yusuf" },
  { name: "Budi Santoso", number: "12025550142", username: "budi_santoso" },
  { name: "ليلى حداد", number: "447700900456", username: "layla.haddad" },
  { name: "João Ferreira", number: "12025550178", username: "joaoferreira" },
  { name: "Priya Nair", number: "447700900789", username: "priya.nair" },
];

/** The shop sells outdoor clothing. Numbers and addresses are from ranges reserved for examples, so they reach nobody. */

export interface Country {
  code: string;
  language: string;
  timezone: string;
  first: readonly string[];
  last: readonly string[];
  /** An unassigned number, from the ranges for films and documents; absent: these people have no number with us. */
  phone?(n: number): string;
}

const pad = (n: number, digits: number) => String(n).padStart(digits, "0");
// United States: 555-0100 to 555-0199 of each area code.
const areas = [202, 206, 212, 213, 303, 305, 312, 404, 415, 503, 512, 602, 617, 702, 713, 808];

export const countries = {
  // 07700 900000 to 900999, from the top down, because examples in documents use the lower ones.
  GB: {
    code: "GB",
    language: "en",
    timezone: "Europe/London",
    first: [
      "Oliver",
      "Amelia",
      "George",
      "Isla",
      "Harry",
      "Ava",
      "Noah",
      "Freya",
      "Callum",
      "Priya",
      "Imogen",
      "Rhys",
      "Zara",
      "Ewan",
      "Nia",
    ],
    last: ["Hughes", "Patel", "Murray", "Clarke", "Walsh", "Begum", "Fraser", "Price", "Shaw", "Ahmed", "Reid", "Lowe", "Doyle", "Marsh"],
    phone: (n) => `447700900${pad(999 - n, 3)}`,
  },
  US: {
    code: "US",
    language: "en",
    timezone: "America/New_York",
    first: ["Emma", "Liam", "Sofia", "Mason", "Chloe", "Ethan", "Maya", "Jordan", "Grace", "Tyler", "Naomi", "Caleb", "Ruby", "Diego"],
    last: ["Johnson", "Rivera", "Nguyen", "Brooks", "Carter", "Kim", "Bennett", "Howard", "Lopez", "Foster", "Reyes", "Coleman", "Wood"],
    phone: (n) => `1${areas[n % areas.length]}55501${pad(Math.floor(n / areas.length) % 100, 2)}`,
  },
  // 06 39 98 00 00 to 99 99.
  FR: {
    code: "FR",
    language: "fr",
    timezone: "Europe/Paris",
    first: ["Camille", "Lucas", "Manon", "Hugo", "Inès", "Louis", "Chloé", "Jules", "Léa", "Yanis", "Élise", "Théo"],
    last: ["Martin", "Bernard", "Dubois", "Moreau", "Laurent", "Garcia", "Roux", "Fontaine", "Chevalier", "Benali", "Perrin"],
    phone: (n) => `3363998${pad(n, 4)}`,
  },
  DE: {
    code: "DE",
    language: "de",
    timezone: "Europe/Berlin",
    first: ["Lena", "Jonas", "Mia", "Felix", "Greta", "Emre", "Anna", "Paul", "Jule", "Milan", "Clara", "Timo"],
    last: ["Schneider", "Fischer", "Wagner", "Yılmaz", "Becker", "Hoffmann", "Krause", "Vogel", "Brandt", "Keller"],
  },
  BR: {
    code: "BR",
    language: "pt-BR",
    timezone: "America/Sao_Paulo",
    first: ["Ana", "João", "Beatriz", "Pedro", "Larissa", "Rafael", "Camila", "Thiago", "Júlia", "Mateus"],
    last: ["Silva", "Souza", "Oliveira", "Costa", "Ribeiro", "Almeida", "Barbosa", "Cardoso"],
  },
  ID: {
    code: "ID",
    language: "id",
    timezone: "Asia/Jakarta",
    first: ["Dewi", "Budi", "Siti", "Agus", "Ayu", "Rizky", "Putri", "Fajar", "Intan", "Bayu"],
    last: ["Santoso", "Wijaya", "Lestari", "Pratama", "Hidayat", "Kusuma", "Nugroho", "Saputra"],
  },
} satisfies Record<string, Country>;

export const team = [
  { name: "Maya Lindqvist", role: "supervisor", division: "Orders", skills: ["escalations"], languages: ["en", "sv"], speed: 0.7 },
  { name: "Tom Achterberg", role: "agent", division: "Orders", skills: ["shipping", "returns"], languages: ["en", "nl"], speed: 0.8 },
  { name: "Ines Duarte", role: "agent", division: "Orders", skills: ["returns"], languages: ["en", "pt", "es"], speed: 1 },
  { name: "Kwame Boateng", role: "agent", division: "Products", skills: ["sizing", "materials"], languages: ["en"], speed: 1.1 },
  { name: "Hana Novak", role: "agent", division: "Products", skills: ["sizing"], languages: ["en", "cs", "de"], speed: 1.3 },
  { name: "Luca Ferri", role: "agent", division: "Products", skills: ["wholesale"], languages: ["en", "it"], speed: 1.7 },
] as const;

export const products = [
  { name: "Fjell rain jacket", sku: "JK-110", price: 149, kind: "jackets" },
  { name: "Fjell down jacket", sku: "JK-120", price: 229, kind: "jackets" },
  { name: "Harbour fleece", sku: "FL-210", price: 79, kind: "fleeces" },
  { name: "Harbour vest", sku: "FL-220", price: 65, kind: "fleeces" },
  { name: "Trail trousers", sku: "TR-310", price: 95, kind: "trousers" },
  { name: "Ridge walking boots", sku: "BT-410", price: 175, kind: "boots" },
  { name: "Ridge trail shoes", sku: "BT-420", price: 119, kind: "boots" },
  { name: "Tarn 28 backpack", sku: "BP-510", price: 110, kind: "backpacks" },
  { name: "Merino base layer", sku: "BL-610", price: 59, kind: "base layers" },
  { name: "Wool hat", sku: "AC-710", price: 25, kind: "accessories" },
] as const;
export type Product = (typeof products)[number];

export const sizes = ["XS", "S", "M", "L", "XL"] as const;
export const colours = ["moss", "slate", "rust", "navy", "sand"] as const;
export const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

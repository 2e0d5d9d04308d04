/** The conversations as scripts: who writes what, how many hours ago, in several languages. */
import type { PlatformName } from "@parley/server/test/stages/live-stage.ts";

type Member = "owner" | "marcus" | "sofia" | "jonas" | "ayumi";

interface Change {
  status?: "resolved" | "pending";
  priority?: "low" | "medium" | "high" | "urgent";
  label?: string;
  assignee?: Member;
  divisionId?: string;
  snoozeHours?: number;
}

export interface Script {
  name: string;
  /** The customer's id on the platform. */
  id: string;
  username?: string;
  on: PlatformName;
  lines: [hoursAgo: number, who: "customer" | "note" | "set" | Member, what: string | Change][];
}

const phone = (name: string, id: string, lines: Script["lines"]): Script => ({ name, id, on: "chatApp", lines });
const photo = (name: string, username: string, id: string, lines: Script["lines"]): Script => ({
  name,
  username,
  id,
  on: "photoSocial",
  lines,
});
const video = (name: string, id: string, lines: Script["lines"]): Script => ({ name, id, on: "shortVideo", lines });

export const conversations: readonly Script[] = [
  phone("Mariam Solheim", "4791234501", [
    [74, "customer", "Hi, I would like to send back the Fjell boots. They are lovely, but half a size too small."],
    [73, "owner", "Of course. Shall we swap them for 39½?"],
    [72, "customer", "Yes please! When could somebody pick them up?"],
    [72, "set", { label: "Returns", assignee: "owner", priority: "high" }],
    [24.5, "customer", "Have you found a day?"],
    [24, "owner", "The carrier comes on Thursday between 9 and 17. Would that do?"],
    [0.3, "customer", "Thursday works. Only after four, I am at the clinic before that."],
  ]),
  phone("Kofi Barnard-Lee", "447700900202", [
    [1.4, "customer", "is the oak-brown Ridge jacket back in stock?? I keep refreshing"],
    [1.2, "customer", "hello?"],
    [0.9, "customer", "still there?"],
    [0.9, "set", { label: "Stock", priority: "urgent" }],
  ]),
  phone("Yuki Aranami", "819012345603", [
    [30, "customer", "The invoice came with the wrong company name. It should say Aranami Trading K.K."],
    [30, "set", { label: "Invoices", assignee: "marcus" }],
    [29, "note", "@Ingrid Solberg may I change it, or does the accountant have to?"],
    [7, "marcus", "We will send a corrected one today."],
    [5.2, "customer", "Thank you, no hurry."],
  ]),
  phone("سلمى الإدريسي", "212600000206", [
    [3.2, "customer", "مرحبا، أريد تغيير عنوان التوصيل من فضلك"],
    [3.1, "set", { label: "Delivery", assignee: "owner" }],
    [2.6, "owner", "Of course. Which address shall it go to?"],
    [2.1, "customer", "شارع الحسن الثاني 14، الدار البيضاء"],
  ]),
  phone("Petra Vlasák", "420601000207", [
    [23.4, "customer", "One pole of the tent is cracked. What can I do? We leave on Saturday."],
    [23.3, "set", { label: "Returns", assignee: "jonas", priority: "high" }],
  ]),
  phone("Anselm Whitcombe", "447700900208", [
    [49, "customer", "Where is my parcel? It was promised for Monday."],
    [48.5, "sofia", "It is at the depot in Leeds. I asked them to bring it tomorrow."],
    [48.5, "set", { label: "Delivery", assignee: "owner" }],
    [47, "customer", "It did not come."],
  ]),
  phone("Lucía Ferrándiz", "34600000209", [
    [8, "customer", "Hola, ¿la talla M equivale a una 40?"],
    [7.5, "ayumi", "Hola Lucía, sí: la M corresponde a 40–42."],
    [7.1, "customer", "Perfecto, espero la confirmación"],
    [7, "set", { label: "Size advice", assignee: "ayumi" }],
  ]),
  phone("Tamsin Okoro", "2348000000210", [
    [4.4, "customer", "Good morning! Do you ship to Lagos, and what would a Ridge 3 tent come to with customs?"],
    [4.4, "set", { label: "Delivery" }],
  ]),
  phone("Budi Santoso", "12025550142", [
    [28, "customer", "Halo, apakah sepatu Trail ada ukuran 43?"],
    [27, "jonas", "Ada, Budi. Mau kami simpan sampai besok?"],
    [26.5, "customer", "Ya, tolong. Saya bayar hari Jumat."],
    [26.4, "set", { snoozeHours: 44, assignee: "jonas", label: "Stock" }],
  ]),
  phone("João Ferreira", "12025550178", [
    [21, "customer", "O fecho do casaco voltou a prender. Ainda está na garantia?"],
    [20.5, "jonas", "Está, sim: os fechos têm cinco anos. Envio já a etiqueta."],
    [20, "customer", "Obrigado, resolvido!"],
    [19, "set", { status: "resolved", assignee: "jonas" }],
  ]),
  phone("Verein Alpenblick", "493012345611", [
    [52, "customer", "Guten Tag, wir brauchen 24 Stirnlampen und 12 Seile bis Mitte Dezember. Gibt es einen Vereinspreis?"],
    [51, "set", { label: "Wholesale", assignee: "marcus", priority: "medium" }],
    [50.5, "marcus", "Guten Tag! Ab 20 Stück gibt es 15 %. Ich schicke Ihnen ein Angebot."],
    [2.2, "customer", "Der Vorstand hat zugestimmt. Können wir auf Rechnung zahlen?"],
  ]),
  phone("Rowan Achterberg", "31612000205", [
    [32, "customer", "The discount code does nothing."],
    [31.5, "owner", "It was missing a dash: HIKE-10. I have put it into your basket."],
    [31, "customer", "Thanks, that fixed it"],
    [30.5, "set", { status: "resolved", assignee: "owner" }],
  ]),
  photo("Davi Nogueira", "davi.nogueira", "710000000000001", [
    [1.8, "customer", "That orange tent in your last picture, is it the Ridge 2?"],
    [1.6, "owner", "It is! Shall I send you the link?"],
    [1.5, "customer", "Yes, please send me the link"],
    [1.5, "set", { assignee: "owner" }],
  ]),
  photo("Elif Demir", "elif.demir", "710000000000002", [
    [5.8, "customer", "Do you still work with people who climb with one arm? I would love to test your harness."],
    [5.8, "set", { priority: "low" }],
  ]),
  photo("Marta Kowalczyk", "marta.hikes", "710000000000003", [
    [70, "customer", "Love the new colours! When do they come to the Kraków shop?"],
    [69, "sofia", "In the second week of December, twenty of each."],
    [68, "set", { status: "resolved", assignee: "sofia" }],
  ]),
  video("noor.outdoors", "noor-van-den-berg", [[10, "customer", "How long may I return something that I wore once?"]]),
  video("kenji.camps", "kenji-camps", [[4, "customer", "Is the Ridge tent waterproof? Heavy rain tonight"]]),
  video("peak.ada", "peak-ada", [[0.6, "customer", "I want to talk to a human please"]]),
];

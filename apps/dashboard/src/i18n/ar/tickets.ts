import type { tickets as en } from "../en/tickets.ts";
import type { TranslationOf } from "../messages.ts";

export const tickets: TranslationOf<typeof en> = {
  "tickets.new": "تذكرة جديدة",
  "tickets.create": "إنشاء تذكرة",
  "tickets.next": "التذكرة التالية",
  "tickets.previous": "التذكرة السابقة",
  "tickets.choose": "اختر تذكرة",
  "tickets.empty": "لا توجد تذاكر هنا",
  "tickets.empty.text": "التذكرة عمل يستمر بعد انتهاء المحادثة: إصلاح، أو استرداد مبلغ، أو وعد بتاريخ.",
  "tickets.subject": "الموضوع",
  "tickets.description": "الوصف",
  "tickets.category": "الفئة",
  "tickets.fields": "الحقول",
  "tickets.conversation": "المحادثة التي جاءت منها",
  "tickets.activity": "النشاط",
  "tickets.activity.created": "فتح التذكرة",
  "tickets.activity.updated": "غيّر التذكرة",
  "tickets.activity.comment": "علّق",
  "tickets.change": "{field}: {from} ← {to}",
  "tickets.system": "النظام",
  "tickets.comment": "تعليق",
  "tickets.comment.placeholder": "اكتب تعليقًا. لا يراه العميل.",
  "ticket.source.inbox": "من صندوق الوارد",
  "ticket.source.flow": "بواسطة تدفق",
  "ticket.source.manual": "يدويًا",
  "ticket.source.api": "عبر API",
};

import type { ticketSettings as en } from "../../en/settings/ticket-settings.ts";
import type { TranslationOf } from "../../messages.ts";

export const ticketSettings: TranslationOf<typeof en> = {
  "settings.tickets": "التذاكر",
  "settings.ticketCategories": "فئات التذاكر",
  "settings.ticketFields": "حقول التذاكر",
  "ticketCategories.new": "فئة جديدة",
  "ticketCategories.empty": "لا توجد فئات بعد",
  "ticketCategories.empty.text": "تبيّن الفئة نوع العمل في التذكرة: إصلاح أو استرداد أو شكوى.",
  "ticketCategories.delete.text": "تبقى تذاكرها بلا فئة. لا يمكن التراجع عن هذا.",
  "ticketFields.empty.text": "تحفظ الحقول ما تحتاج إلى معرفته عن كل تذكرة: رقم تسلسلي أو تاريخ شراء.",
  "ticketFields.required.hint": "تحتاج إليه كل تذكرة جديدة ولا يمكن إفراغه. لا تحتاج إليه تذاكر التدفقات وروبوتات الدردشة والمتابعات.",
  "ticketFields.delete.text": "تُزال قيمه من كل التذاكر. لا يمكن التراجع عن هذا.",
};

import type { pipeline as en } from "../../en/contacts/pipeline.ts";
import type { TranslationOf } from "../../messages.ts";

export const pipeline: TranslationOf<typeof en> = {
  "pipeline.newDeal": "صفقة جديدة",
  "pipeline.deal": "صفقة",
  "pipeline.none": "لا يوجد مسار مبيعات بعد",
  "pipeline.none.text": "يضم مسار المبيعات المراحل التي تمر بها عملية البيع.",
  "pipeline.noDeals": "لا توجد صفقات",
  "pipeline.open": "مفتوحة",
  "pipeline.weighted": "مرجّحة",
  "pipeline.won": "مكسوبة",
  "pipeline.lane": {
    zero: "{stage}، لا صفقات",
    one: "{stage}، صفقة واحدة",
    two: "{stage}، صفقتان",
    few: "{stage}، {n} صفقات",
    many: "{stage}، {n} صفقة",
    other: "{stage}، {n} صفقة",
  },
  "pipeline.moveTo": "نقل إلى",
  "pipeline.lost": "خسرت الصفقة {title}",
  "pipeline.lostReason": "السبب",
  "pipeline.markLost": "تعليم كخاسرة",
  "pipeline.title": "العنوان",
  "pipeline.contact": "جهة الاتصال",
  "pipeline.amount": "المبلغ",
  "pipeline.currency": "العملة",
  "pipeline.stage": "المرحلة",
};

import type { push as en } from "../../en/settings/push.ts";
import type { TranslationOf } from "../../messages.ts";

export const push: TranslationOf<typeof en> = {
  "push.title": "على هذا الجهاز",
  "push.switch": "أبلغني على هذا الجهاز",
  "push.switch.hint":
    "عندما يشير إليك أحد في ملاحظة أو يسند إليك محادثة، حتى عندما تكون لوحة التحكم مغلقة. يعمل ذلك ما دمت مسجّل الدخول هنا، ولا يعرض نصوص الرسائل أبدًا.",
  "push.insecure": "هذه الصفحة غير آمنة",
  "push.insecure.text": "لا ترسل المتصفحات إشعارات إلا للصفحات التي تبدأ بـ https://. اطلب عنوانًا كهذا ممن يدير هذا الخادم.",
  "push.missing": "لا يدعم هذا المتصفح الإشعارات",
  "push.missing.text":
    "استخدم إصدارًا حديثًا من Chrome أو Edge أو Firefox أو Safari، دون نافذة خاصة. على iPhone أو iPad أضف لوحة التحكم إلى الشاشة الرئيسية أولًا وافتحها من هناك.",
  "push.denied": "هذا المتصفح يحظر الإشعارات",
  "push.denied.text": "الإشعارات محظورة لهذه الصفحة. للسماح بها افتح إعدادات الموقع بجانب العنوان، واسمح بالإشعارات، ثم أعد تحميل الصفحة.",
  "push.undecided": "لم تقرر بعد. فعّل الخيار مرة أخرى واسمح بالإشعارات.",
  "push.unreachable": "تعذّر على المتصفح الوصول إلى خدمة الإشعارات. تحقق من الاتصال، ومن أن المتصفح يسمح برسائل الإشعارات.",
  "push.devices": "الأجهزة التي تتلقى الإشعارات",
  "push.devices.empty": "لا يوجد بعد",
  "push.remove": "إيقاف",
  "push.removeOf": "إيقاف الإشعارات على {device}",
  "push.told.mention": "تمت الإشارة إليك في ملاحظة",
  "push.told.assignment": "أُسندت إليك محادثة",
};

import type { app as en } from "../../en/shell/app.ts";
import type { TranslationOf } from "../../messages.ts";

export const app: TranslationOf<typeof en> = {
  "app.update": "تتوفر نسخة جديدة.",
  "app.update.now": "إعادة التحميل للنسخة الجديدة",
  "app.offline": "أنت غير متصل",
  "app.offline.text": "لا يمكن الوصول إلى الخادم، لذا لا يمكن عرض شيء. ما كتبته محفوظ. تتابع هذه الصفحة من تلقاء نفسها عندما يعود الاتصال.",
};

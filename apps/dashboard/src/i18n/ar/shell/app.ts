import type { app as en } from "../../en/shell/app.ts";
import type { TranslationOf } from "../../messages.ts";

export const app: TranslationOf<typeof en> = {
  "app.update": "يتوفر إصدار جديد.",
  "app.update.now": "إعادة التحميل للإصدار الجديد",
  "app.offline": "أنت غير متصل",
  "app.offline.text": "لا يمكن الوصول إلى الخادم، لذا لا يمكن تحميل شيء. ما كنت تكتبه محفوظ. تتابع هذه الصفحة تلقائيًا عندما يعود الاتصال.",
};

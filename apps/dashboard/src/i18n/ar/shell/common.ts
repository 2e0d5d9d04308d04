import type { common as en } from "../../en/shell/common.ts";
import type { TranslationOf } from "../../messages.ts";

export const common: TranslationOf<typeof en> = {
  "common.cancel": "إلغاء",
  "common.save": "حفظ",
  "common.saved": "تم الحفظ",
  "common.delete": "حذف",
  "common.close": "إغلاق",
  "common.back": "رجوع",
  "common.copied": "تم النسخ",
  "common.retry": "إعادة المحاولة",
  "common.undo": "تراجع",
  "common.loading": "جارٍ التحميل",
  "common.yes": "نعم",
  "common.no": "لا",
  "common.none": "لا شيء",
  "common.more": "المزيد",
  "common.optional": "اختياري",
  "error.title": "تعذّر التحميل",
  "error.reference": "اذكر الرمز {reference} عند التواصل مع الدعم.",
  "error.network": "لم يستجب الخادم. تحقّق من اتصالك.",
  "error.forbidden": "لا يمكنك عرض هذا",
  "error.forbidden.text": "دورك في {organization} لا يسمح بذلك. اطلب من مالك أو مدير.",
  "error.notFound": "الصفحة غير موجودة",
  "error.notFound.text": "تمت إزالته، أو أن العنوان غير صحيح.",
  "error.unexpected": "حدث خطأ من جانبنا.",
  "error.toInbox": "إلى صندوق الوارد",
};

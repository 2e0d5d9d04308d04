import type { issues as en } from "../en/issues.ts";
import type { TranslationOf } from "../messages.ts";

/** The texts of `details[].issue`, as a field's error. */
export const issues: TranslationOf<typeof en> = {
  "issue.required": "املأ هذا الحقل.",
  "issue.invalid_type": "هذه القيمة ليست من النوع المطلوب هنا.",
  "issue.too_long": "هذا طويل جدًا.",
  "issue.too_short": "هذا قصير جدًا.",
  "issue.too_many": "العدد كبير جدًا.",
  "issue.too_many.limit": "الحد المسموح به في خطتك هو {limit}.",
  "issue.invalid_format": "الصيغة غير صحيحة.",
  "issue.out_of_range": "هذا خارج النطاق المسموح به.",
  "issue.unknown_value": "هذا ليس أحد الخيارات.",
  "issue.template_required": "لا يمكن الآن إرسال سوى قالب.",
  "issue.missing_scope": "دورك لا يتيح لك ذلك.",
  "issue.exists": "هذا مستخدم بالفعل.",
  "issue.unknown": "لا يوجد حقل كهذا.",
  "issue.not_found": "لم يعد هذا موجودًا.",
  "issue.not_allowed": "هذا غير مسموح به هنا.",
  "issue.duplicate": "هذا مكرر.",
  "issue.private_address": "لا يمكن الوصول إلى هذا العنوان من الإنترنت.",
};

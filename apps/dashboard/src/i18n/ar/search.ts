import type { search as en } from "../en/search.ts";
import type { TranslationOf } from "../messages.ts";

export const search: TranslationOf<typeof en> = {
  "search.field": "ابحث في الرسائل والأشخاص والتذاكر",
  "search.types": "ما يُبحث فيه",
  "search.types.all": "الكل",
  "search.types.messages": "الرسائل",
  "search.types.conversations": "المحادثات",
  "search.types.contacts": "جهات الاتصال",
  "search.types.tickets": "التذاكر",
  "search.begin": "ابحث في كل المحادثات",
  "search.begin.text": "لا يهم ترتيب الكلمات، ولا تضر الأخطاء الإملائية أو الحركات الناقصة.",
  "search.none": "لا نتائج",
  "search.none.text": "جرّب كلمات أقل، أو بداية كلمة.",
  "search.more": "عرض الكل",
  "search.everywhere": "البحث عن «{q}» في كل مكان",
  "search.note": "ملاحظة",
};

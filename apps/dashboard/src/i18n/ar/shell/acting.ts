import type { acting as en } from "../../en/shell/acting.ts";
import type { TranslationOf } from "../../messages.ts";

export const acting: TranslationOf<typeof en> = {
  "acting.title": "العمل نيابة عن عميل",
  "acting.text": "أنت تعمل لدى {client} باسم {agency}. كل شيء يُسجَّل في سجلَّي التدقيق.",
  "acting.left": {
    zero: "لا صلاحيات · ينتهي خلال {time}",
    one: "صلاحية واحدة · تنتهي خلال {time}",
    two: "صلاحيتان · تنتهيان خلال {time}",
    few: "{n} صلاحيات · تنتهي خلال {time}",
    many: "{n} صلاحية · تنتهي خلال {time}",
    other: "{n} صلاحية · تنتهي خلال {time}",
  },
  "acting.extend": "التمديد ساعة",
  "acting.leave": "مغادرة",
};

import type { acting as en } from "../../en/shell/acting.ts";
import type { TranslationOf } from "../../messages.ts";

export const acting: TranslationOf<typeof en> = {
  "acting.title": "العمل نيابة عن عميل",
  "acting.text": "أنت تعمل في {client} باسم {agency}. كل شيء يُكتب في سجلَّي التدقيق.",
  "acting.left": {
    zero: "{n} صلاحية · ينتهي خلال {time}",
    one: "صلاحية واحدة · ينتهي خلال {time}",
    two: "صلاحيتان · ينتهي خلال {time}",
    few: "{n} صلاحيات · ينتهي خلال {time}",
    many: "{n} صلاحية · ينتهي خلال {time}",
    other: "{n} صلاحية · ينتهي خلال {time}",
  },
  "acting.extend": "ساعة أخرى",
  "acting.leave": "مغادرة",
};

import type { shortcuts as en } from "../../en/shell/shortcuts.ts";
import type { TranslationOf } from "../../messages.ts";

export const shortcuts: TranslationOf<typeof en> = {
  "shortcuts.single": "المفاتيح المفردة",
  "shortcuts.single.hint": "متوقف: لا تعمل إلا المفاتيح مع Ctrl أو ⌘ أو Alt. لمن يملي أو يخطئ في الكتابة.",
  "shortcuts.text": "اضغط زر المفتاح ثم المفتاح الجديد. يوقفه Backspace ويتركه Esc كما هو. تظهر مفاتيح الشاشة هنا بعد أن تفتحها.",
  "shortcuts.change": "تغيير المفتاح: {name}",
  "shortcuts.press": "اضغط مفتاحًا",
  "shortcuts.off": "متوقف",
  "shortcuts.reset": "كما كان: {name}",
  "shortcuts.resetAll": "الكل كما كان",
  "shortcuts.twin": "أيضًا: {name}",
  "help.title": "المساعدة",
  "help.show": "اشرح هذه الشاشة",
  "help.hide": "إخفاء الشرح",
};

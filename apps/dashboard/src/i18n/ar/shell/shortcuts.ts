import type { shortcuts as en } from "../../en/shell/shortcuts.ts";
import type { TranslationOf } from "../../messages.ts";

export const shortcuts: TranslationOf<typeof en> = {
  "shortcuts.single": "المفاتيح المفردة",
  "shortcuts.single.hint": "عند الإيقاف لا تعمل إلا المفاتيح المقترنة بـ Ctrl أو ⌘ أو Alt. مفيد لمن يملي أو يضغط المفاتيح خطأً كثيرًا.",
  "shortcuts.text":
    "اضغط زر الاختصار ثم المفتاح الجديد. يوقف Backspace الاختصار ويتركه Esc كما هو. تظهر اختصارات الشاشة هنا بعد أن تفتحها.",
  "shortcuts.change": "تغيير المفتاح: {name}",
  "shortcuts.press": "اضغط مفتاحًا",
  "shortcuts.off": "متوقف",
  "shortcuts.reset": "إعادة تعيين: {name}",
  "shortcuts.resetAll": "إعادة تعيين الكل",
  "shortcuts.twin": "أيضًا: {name}",
  "help.title": "المساعدة",
  "help.show": "اشرح هذه الشاشة",
  "help.hide": "إخفاء الشرح",
};

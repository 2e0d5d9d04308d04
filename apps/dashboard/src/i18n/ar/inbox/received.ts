import type { received as en } from "../../en/inbox/received.ts";
import type { TranslationOf } from "../../messages.ts";

export const received: TranslationOf<typeof en> = {
  "message.order": {
    zero: "طلب بلا منتجات",
    one: "طلب من منتج واحد",
    two: "طلب من منتجين",
    few: "طلب من {n} منتجات",
    many: "طلب من {n} منتجًا",
    other: "طلب من {n} منتج",
  },
  "message.order.whole": "طلب",
  "message.order.unnamed": "منتج بلا اسم",
  "message.form": "إجابات النموذج",
  "message.form.empty": "لا توجد إجابات",
  "message.callPermission": "أجاب عن السماح لك بالاتصال",
  "message.callPermission.accept": "سمح بالمكالمات",
  "message.callPermission.acceptUntil": "سمح بالمكالمات حتى {when}",
  "message.callPermission.permanent": "سمح بالمكالمات بشكل دائم",
  "message.callPermission.reject": "رفض المكالمات",
  "message.callPermission.automatic": "حددته المنصة تلقائيًا",
  "message.story.mention": "أشار إليك في قصة",
  "message.story.share": "شارك قصة",
  "message.story.reply": "ردّ على قصتك",
  "message.share": "شارك منشورًا",
  "message.share.reel": "شارك مقطع ريل",
  "message.referral": "جاء من إعلان أو رابط",
  "message.referral.ref": "المرجع: {ref}",
  "message.product": "حول منتج",
};

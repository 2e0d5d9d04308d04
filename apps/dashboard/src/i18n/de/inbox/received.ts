import type { received as en } from "../../en/inbox/received.ts";
import type { TranslationOf } from "../../messages.ts";

export const received: TranslationOf<typeof en> = {
  "message.order": { one: "Bestellung mit {n} Artikel", other: "Bestellung mit {n} Artikeln" },
  "message.order.whole": "Bestellung",
  "message.order.unnamed": "Artikel ohne Namen",
  "message.form": "Formularantworten",
  "message.form.empty": "Keine Antworten",
  "message.callPermission": "Hat geantwortet, ob Sie anrufen dürfen",
  "message.callPermission.accept": "Hat Anrufe erlaubt",
  "message.callPermission.acceptUntil": "Hat Anrufe erlaubt bis {when}",
  "message.callPermission.permanent": "Hat Anrufe dauerhaft erlaubt",
  "message.callPermission.reject": "Hat Anrufe abgelehnt",
  "message.callPermission.automatic": "Von der Plattform automatisch festgelegt",
  "message.story.mention": "Hat Sie in einer Story erwähnt",
  "message.story.share": "Hat eine Story geteilt",
  "message.story.reply": "Hat auf Ihre Story geantwortet",
  "message.share": "Hat einen Beitrag geteilt",
  "message.share.reel": "Hat ein Reel geteilt",
  "message.referral": "Kam über eine Anzeige oder einen Link",
  "message.referral.ref": "Referenz: {ref}",
  "message.product": "Zu einem Artikel",
};

import type { notifications as en } from "../en/notifications.ts";
import type { TranslationOf } from "../messages.ts";

export const notifications: TranslationOf<typeof en> = {
  "notifications.show": "ما يُعرض",
  "notifications.show.all": "الكل",
  "notifications.show.unread": "غير مقروءة",
  "notifications.readAll": "تعليم الكل كمقروء",
  "notifications.read": "تعليم كمقروء",
  "notifications.new": "غير مقروء",
  "notifications.empty": "لا شيء للقراءة",
  "notifications.empty.text": "هنا ترى من أشار إليك في ملاحظة أو أسند إليك محادثة، والمواعيد الموعودة التي فاتت.",
  "notification.mention": "{who} أشار إليك في ملاحظة",
  "notification.assignment": "{who} أسند إليك محادثة",
  "notification.sla.first_response": "تأخر رد أول عن موعده",
  "notification.sla.next_response": "تأخر رد عن موعده",
  "notification.sla.resolution": "لم يُحل في موعده",
  "notification.flow": "تدفق يُعلمك",
  "notification.flow_paused": "أُوقف تدفق",
  "notification.organization_export": "انتهى تصدير بيانات المؤسسة",
  "notification.grant_requested": "وكالة تطلب الوصول",
  "notification.grant_ended": "انتهى وصول وكالة",
  "notification.other": "حدث شيء ما",
};

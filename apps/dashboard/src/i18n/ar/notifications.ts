import type { notifications as en } from "../en/notifications.ts";
import type { TranslationOf } from "../messages.ts";

export const notifications: TranslationOf<typeof en> = {
  "notifications.show": "عرض",
  "notifications.show.all": "الكل",
  "notifications.show.unread": "غير مقروءة",
  "notifications.readAll": "تعليم الكل كمقروء",
  "notifications.read": "تعليم كمقروء",
  "notifications.new": "غير مقروء",
  "notifications.empty": "لا إشعارات",
  "notifications.empty.text": "ستصلك إشعارات عندما يشير إليك أحد في ملاحظة أو يسند إليك محادثة، أو عندما يفوت هدف من أهداف مستوى الخدمة.",
  "notification.mention": "{who} أشار إليك في ملاحظة",
  "notification.assignment": "{who} أسند إليك محادثة",
  "notification.sla.first_response": "تأخر الرد الأول",
  "notification.sla.next_response": "تأخر الرد",
  "notification.sla.resolution": "تأخر الحل",
  "notification.flow": "رسالة من تدفق",
  "notification.flow_paused": "أُوقف تدفق",
  "notification.organization_export": "انتهى تصدير بيانات المؤسسة",
  "notification.grant_requested": "وكالة تطلب الوصول",
  "notification.grant_ended": "انتهى وصول وكالة",
  "notification.other": "حدث شيء ما",
};

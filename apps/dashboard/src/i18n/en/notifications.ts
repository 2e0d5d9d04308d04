import { messages } from "../messages.ts";

export const notifications = messages({
  "notifications.show": "Show",
  "notifications.show.all": "All",
  "notifications.show.unread": "Unread",
  "notifications.readAll": "Mark all as read",
  "notifications.read": "Mark as read",
  "notifications.new": "unread",
  "notifications.empty": "No notifications",
  "notifications.empty.text":
    "You will see a notification when somebody mentions you in a note, assigns you a conversation, or a service level target is missed.",
  "notification.mention": "{who} mentioned you in a note",
  "notification.assignment": "{who} assigned you a conversation",
  "notification.sla.first_response": "First reply overdue",
  "notification.sla.next_response": "Reply overdue",
  "notification.sla.resolution": "Resolution overdue",
  "notification.flow": "Message from a flow",
  "notification.flow_paused": "A flow was stopped",
  "notification.organization_export": "An export of the organization has finished",
  "notification.grant_requested": "An agency is asking for access",
  "notification.grant_ended": "An agency's access has ended",
  "notification.other": "Something happened",
});

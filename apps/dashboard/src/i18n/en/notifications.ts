import { messages } from "../messages.ts";

export const notifications = messages({
  "notifications.show": "Which to show",
  "notifications.show.all": "All",
  "notifications.show.unread": "Unread",
  "notifications.readAll": "Mark all as read",
  "notifications.read": "Mark as read",
  "notifications.new": "unread",
  "notifications.empty": "Nothing to read",
  "notifications.empty.text":
    "Who mentions you in a note or gives you a conversation is told here, and so is a promised time that was missed.",
  "notification.mention": "{who} mentioned you in a note",
  "notification.assignment": "{who} gave you a conversation",
  "notification.sla.first_response": "A first reply was not in time",
  "notification.sla.next_response": "A reply was not in time",
  "notification.sla.resolution": "It was not resolved in time",
  "notification.flow": "A flow tells you",
  "notification.flow_paused": "A flow was stopped",
  "notification.organization_export": "An export of the organization has ended",
  "notification.grant_requested": "An agency asks for access",
  "notification.grant_ended": "An agency's access has ended",
  "notification.other": "Something happened",
});

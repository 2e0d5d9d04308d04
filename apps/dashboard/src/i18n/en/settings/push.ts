import { messages } from "../../messages.ts";

export const push = messages({
  "push.title": "On this device",
  "push.switch": "Notify me on this device",
  "push.switch.hint":
    "When somebody mentions you in a note or assigns you a conversation, even while the dashboard is closed. It works as long as you are signed in here, and never shows message texts.",
  "push.insecure": "This page is not secure",
  "push.insecure.text":
    "Browsers only allow notifications on pages that start with https://. Ask the operator of this server for such an address.",
  "push.missing": "This browser does not support notifications",
  "push.missing.text":
    "Use a current version of Chrome, Edge, Firefox or Safari, and not a private window. On an iPhone or iPad, first add the dashboard to the home screen and open it from there.",
  "push.denied": "This browser blocks notifications",
  "push.denied.text":
    "Notifications are blocked for this page. To allow them, open the site settings next to the address, set notifications to allow, and reload the page.",
  "push.undecided": "You have not decided yet. Turn it on again and allow notifications.",
  "push.unreachable": "The browser could not reach its push service. Check your connection, and whether the browser allows push messages.",
  "push.devices": "Devices that get notifications",
  "push.devices.empty": "None yet",
  "push.remove": "Stop",
  "push.removeOf": "Stop notifying {device}",
  "push.told.mention": "You were mentioned in a note",
  "push.told.assignment": "A conversation was assigned to you",
});

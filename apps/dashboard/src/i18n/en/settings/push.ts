import { messages } from "../../messages.ts";

export const push = messages({
  "push.title": "On this device",
  "push.switch": "Notify me on this device",
  "push.switch.hint":
    "When somebody mentions you in a note or assigns you a conversation, also while the dashboard is closed. It works while you are signed in here, and shows nothing of what was written.",
  "push.insecure": "This page is not secure",
  "push.insecure.text": "Browsers notify only for pages that begin with https://. Ask whoever runs this server for such an address.",
  "push.missing": "This browser cannot be notified",
  "push.missing.text":
    "Use a current Chrome, Edge, Firefox or Safari, and no private window. On an iPhone or iPad, add the dashboard to the home screen first and open it from there.",
  "push.denied": "This browser blocks notifications",
  "push.denied.text":
    "They were refused for this page. Allow them in the browser: open the page's settings beside the address, set notifications to allow, and load the page again.",
  "push.undecided": "You have not decided yet. Switch it on again and allow notifications.",
  "push.unreachable": "The browser could not reach its push service. Check the connection, and whether the browser allows push messages.",
  "push.devices": "Your notified devices",
  "push.devices.empty": "None yet",
  "push.remove": "Stop",
  "push.removeOf": "Stop notifying {device}",
  "push.told.mention": "You were mentioned in a note",
  "push.told.assignment": "A conversation was assigned to you",
});

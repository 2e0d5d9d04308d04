import { messages } from "../../messages.ts";

/** What a customer sends besides text and media. */
export const received = messages({
  "message.order": { one: "Order of {n} item", other: "Order of {n} items" },
  "message.order.whole": "Order",
  "message.order.unnamed": "Product without a name",
  "message.form": "Form answers",
  "message.form.empty": "No answers",
  "message.callPermission": "Answered your request to call",
  "message.callPermission.accept": "Allowed calls",
  "message.callPermission.acceptUntil": "Allowed calls until {when}",
  "message.callPermission.permanent": "Allowed calls permanently",
  "message.callPermission.reject": "Refused calls",
  "message.callPermission.automatic": "Set automatically by the platform",
  "message.story.mention": "Mentioned you in a story",
  "message.story.share": "Shared a story",
  "message.story.reply": "Replied to your story",
  "message.share": "Shared a post",
  "message.share.reel": "Shared a reel",
  "message.referral": "Came from an ad or a link",
  "message.referral.ref": "Reference: {ref}",
  "message.product": "About a product",
});

import { messages } from "../../messages.ts";

export const pipeline = messages({
  "pipeline.newDeal": "New deal",
  "pipeline.deal": "Deal",
  "pipeline.none": "No pipeline yet",
  "pipeline.none.text": "A pipeline has the stages that a sale goes through.",
  "pipeline.noDeals": "No deals",
  "pipeline.open": "Open",
  "pipeline.weighted": "Weighted",
  "pipeline.won": "Won",
  "pipeline.lane": { one: "{stage}, {n} deal", other: "{stage}, {n} deals" },
  "pipeline.moveTo": "Move to",
  "pipeline.lost": "{title} is lost",
  "pipeline.lostReason": "Reason",
  "pipeline.markLost": "Mark as lost",
  "pipeline.title": "Title",
  "pipeline.contact": "Contact",
  "pipeline.amount": "Amount",
  "pipeline.currency": "Currency",
  "pipeline.stage": "Stage",
});

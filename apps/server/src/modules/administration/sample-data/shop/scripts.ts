/**
 * What customers and the team write to one another: the turns of a conversation by topic, each in several wordings. Placeholders: {first},
 * {order}, {product}, {size}, {colour}, {day}, {price}, {agent}.
 */
export interface Script {
  topic: string;
  label: string;
  weight: number;
  division: "Orders" | "Products";
  /** The ticket that it may become. */
  ticket?: { category: string; subject: string; chance: number; priority: "low" | "medium" | "high" | "urgent" };
  /** The question of the FAQ that answers it, which lets a chatbot answer. */
  faq?: string;
  /** Ends in an order or a deal with this probability. */
  buys?: number;
  /** How satisfied people are with the outcome: 1 is satisfied. */
  mood: number;
  turns: readonly (readonly ["in" | "out", ...string[]])[];
}

const hello = ["Hi {first}, {agent} here from Northwind. ", "Hello {first}! ", "Hi {first}, thanks for writing. "];
const greeted = (...texts: string[]) => texts.map((text, i) => `${hello[i % hello.length]}${text}`);
const thanks = [
  "in",
  "Perfect, thank you!",
  "Great, thanks a lot {agent}",
  "Brilliant, cheers",
  "That helps, thank you 🙏",
  "Thanks, have a nice day",
] as const;
const bye = [
  "out",
  "You're welcome, {first}. Enjoy your {day}!",
  "Any time. Write here whenever you need us.",
  "My pleasure! I'm closing this for now; just reply if anything comes up.",
] as const;

export const scripts: readonly Script[] = [
  {
    topic: "Where is my order",
    label: "Delivery",
    weight: 24,
    division: "Orders",
    faq: "Where is my order?",
    mood: 0.8,
    ticket: { category: "Lost parcel", subject: "Parcel of order {order} has not moved for days", chance: 0.12, priority: "high" },
    turns: [
      [
        "in",
        "Hi, where is my order {order}? It should have been here by {day}",
        "Hello! Any news on order {order}? The tracking hasn't moved since {day}",
        "Order {order}: still nothing. Can you check please?",
        "good morning, I'm waiting for my {product} (order {order})",
      ],
      [
        "out",
        ...greeted(
          "I've looked up {order}: the carrier has it at the depot and plans to deliver on {day}.",
          "Order {order} left us yesterday. The tracking page updates tonight, and it should reach you on {day}.",
          "I can see {order}. The parcel missed its connection, so it comes on {day} instead. Sorry about that!",
        ),
      ],
      [
        "in",
        "Ok. Can they leave it with a neighbour if I'm out?",
        "{day} is fine. Will someone have to sign for it?",
        "hm ok, that's later than promised but fine",
      ],
      [
        "out",
        "I've added a note for the driver: a neighbour or the porch is fine.",
        "No signature needed, they take a photo of where they leave it.",
        "I understand. I've refunded the shipping cost for the delay.",
      ],
      thanks,
      bye,
    ],
  },
  {
    topic: "Return",
    label: "Returns",
    weight: 17,
    division: "Orders",
    faq: "How do I return something?",
    mood: 0.75,
    ticket: { category: "Return", subject: "Return of {product}, order {order}", chance: 0.3, priority: "medium" },
    turns: [
      [
        "in",
        "Hi, the {product} is too small, I'd like to send it back",
        "How do I return the {product} from order {order}?",
        "I'd like to return my {product} please, it's not what I expected",
        "Wrong size… can I return order {order}?",
      ],
      [
        "out",
        ...greeted(
          "of course. Is it unworn, with the tags still on?",
          "no problem. Would you like your money back, or another size?",
          "sure! May I ask what didn't work for you?",
        ),
      ],
      [
        "in",
        "Yes, only tried on at home. Money back please",
        "unworn. I'd rather have a {size} if you have it",
        "The fit is odd around the shoulders. Refund would be great",
        "tags are on, colour looks different from the photo",
      ],
      [
        "out",
        "I've sent the return label to your e-mail. Drop the parcel at any post office within 14 days.",
        "A {size} in {colour} is reserved for you. The label for the return is in your inbox.",
        "Done: the label is on its way, and the refund follows two days after we get the parcel.",
      ],
      ["in", "How long until I get the refund?", "Got the label. Do I need the box?", "ok, will bring it on {day}"],
      [
        "out",
        "Three working days after it arrives with us.",
        "Any box does, or the bag it came in.",
        "Lovely. You'll get a message as soon as it is here.",
      ],
      thanks,
    ],
  },
  {
    topic: "Size advice",
    label: "Sizing",
    weight: 14,
    division: "Products",
    faq: "Which size fits me?",
    buys: 0.35,
    mood: 0.92,
    turns: [
      [
        "in",
        "Hi! I'm between M and L in the {product}. Which one would you take?",
        "Does the {product} run small? I usually wear {size}",
        "which size {product} for 1.78 m and 74 kg?",
        "Is the {product} slim fit or regular?",
      ],
      [
        "out",
        ...greeted(
          "it is cut to fit a fleece underneath, so your usual size works well.",
          "it runs a little small. Between two sizes, take the larger one.",
          "for your height I'd take {size}. Do you plan to wear layers below?",
        ),
      ],
      ["in", "Mostly over a thin jumper", "Yes, for winter hikes", "and is {colour} in stock in {size}?"],
      [
        "out",
        "Then {size} it is. {colour} is in stock, and it ships tomorrow.",
        "Then go one up. If it doesn't fit, the exchange is free.",
        "{colour} in {size}: four left in the warehouse.",
      ],
      ["in", "Ordered, thanks!", "Great, I'll take {size} then", "let me think about it, thanks for the advice"],
      bye,
    ],
  },
  {
    topic: "Price question",
    label: "Sales",
    weight: 11,
    division: "Products",
    buys: 0.5,
    mood: 0.9,
    turns: [
      [
        "in",
        "How much is the {product}?",
        "What's the price of the {product} in {colour}? Any discount?",
        "hi, price for two of the {product} please",
        "How much with shipping to the islands?",
      ],
      [
        "out",
        ...greeted(
          "the {product} is {price} €, shipping is free above 60 €.",
          "it is {price} €, and this week there's 10 % off for newsletter readers.",
          "{price} € each. For two I can take off 10 %.",
        ),
      ],
      ["in", "Nice. Do you have it in {colour}?", "Can I pay on invoice?", "And when would it arrive?"],
      [
        "out",
        "Yes, in {colour} and {size}. Shall I put it together for you?",
        "Yes, invoice with 14 days. Shall I send you the link?",
        "Ordered before noon it ships today and arrives on {day}.",
      ],
      ["in", "Yes please!", "Send me the link 👍", "I'll sleep on it"],
      [
        "out",
        "Here's your link: https://shop.example/basket/{order}",
        "Done, have a look at your inbox.",
        "Of course. I've kept one aside until {day}.",
      ],
    ],
  },
  {
    topic: "Damaged item",
    label: "Complaint",
    weight: 7,
    division: "Orders",
    mood: 0.3,
    ticket: { category: "Damage", subject: "{product} arrived damaged, order {order}", chance: 0.75, priority: "high" },
    turns: [
      [
        "in",
        "The zip of my {product} broke after one week. Not happy at all",
        "My {product} arrived with a hole in the sleeve!! Order {order}",
        "seam is coming apart on the {product}, this is the second time",
        "The box was crushed and the {product} is scratched",
      ],
      [
        "out",
        ...greeted(
          "I'm sorry, that must not happen. Could you send me a photo?",
          "that's not the quality we stand for. May I see a picture of it?",
          "I'm sorry to hear that. Do you prefer a repair, a new one, or your money back?",
        ),
      ],
      ["in", "Sent it to your e-mail. I need it for {day}", "A new one please, but fast", "Honestly I'd rather have my money back"],
      [
        "out",
        "A new one leaves today by express; keep the old one until it is there.",
        "I've opened a ticket for the workshop and put a new one on its way.",
        "The refund is on its way. Please keep the item until the carrier collects it on {day}.",
      ],
      ["in", "Thanks for the quick reaction", "ok. I hope this one lasts", "Still annoyed, but thank you {agent}"],
    ],
  },
  {
    topic: "Change of address",
    label: "Delivery",
    weight: 6,
    division: "Orders",
    mood: 0.88,
    turns: [
      [
        "in",
        "I moved! Can you send order {order} to my new address?",
        "wrong address on order {order}, can it still be changed?",
        "Please deliver {order} to my office instead",
      ],
      [
        "out",
        ...greeted(
          "it hasn't left yet, so yes. What's the new address?",
          "we're just in time. Where should it go?",
          "sure, send me street, postcode and town.",
        ),
      ],
      [
        "in",
        "14 Mill Lane, LS6 2AB Leeds",
        "Rue des Lilas 8, 69003 Lyon",
        "220 Harbor St, Apt 5, Portland",
        "The office is at 3 Station Road, same town",
      ],
      [
        "out",
        "Changed. You'll get the new confirmation in a minute.",
        "Done! It arrives on {day}.",
        "All set, the label has the new address.",
      ],
      thanks,
    ],
  },
  {
    topic: "Refund",
    label: "Refund",
    weight: 7,
    division: "Orders",
    faq: "When do I get my money back?",
    mood: 0.5,
    ticket: { category: "Refund", subject: "Refund of order {order} is missing", chance: 0.45, priority: "medium" },
    turns: [
      [
        "in",
        "I sent my return two weeks ago and still have no refund for {order}",
        "Where's my money for order {order}?",
        "the refund for {order} is only half of what I paid",
      ],
      [
        "out",
        ...greeted(
          "let me check with accounting, one moment.",
          "I see the parcel arrived. The refund was made yesterday, banks need two to three days.",
          "you're right, the second item is missing in the refund. I'm correcting it now.",
        ),
      ],
      ["in", "ok waiting", "Can you send me a confirmation?", "thanks, please hurry, it has been a while"],
      [
        "out",
        "It's booked: {price} € are on their way to your account.",
        "The confirmation is in your inbox.",
        "Done. I've added a voucher of 10 € for the trouble.",
      ],
      thanks,
    ],
  },
  {
    topic: "Opening hours",
    label: "General",
    weight: 5,
    division: "Products",
    faq: "When are you open?",
    mood: 0.95,
    turns: [
      ["in", "Are you open on {day}?", "What are your opening hours?", "until when can I pick up my parcel today?"],
      [
        "out",
        ...greeted(
          "yes, Monday to Saturday from 9 to 18.",
          "Monday to Saturday, nine to six. Pick-up until half past five.",
          "the shop is open until six today.",
        ),
      ],
      thanks,
    ],
  },
  {
    topic: "Wholesale",
    label: "Wholesale",
    weight: 3,
    division: "Products",
    buys: 0.8,
    mood: 0.9,
    turns: [
      [
        "in",
        "We run a guide office and need 20 {product} with our logo. Do you do that?",
        "Hello, do you have a wholesale price list?",
        "I'm interested in selling the {product} in my store",
      ],
      [
        "out",
        ...greeted(
          "yes, for ten pieces and more. For 20 it would be {price} € each with the logo.",
          "we do. May I ask which quantities you have in mind?",
          "happy to hear that! I'm sending you our list for shops.",
        ),
      ],
      ["in", "About 40 a season", "We'd start with 20 and see", "Could you send samples in {colour}?"],
      [
        "out",
        "Then you are in our second tier: 25 % off. I've sent you an offer.",
        "Samples leave on {day}. I've put the offer into your inbox.",
        "Great, the offer is valid for 30 days.",
      ],
      ["in", "Looks good, I'll talk to my partner", "Thank you, we'll order this week", "A bit more than we hoped, but let's see"],
    ],
  },
  {
    topic: "Care",
    label: "Product care",
    weight: 4,
    division: "Products",
    faq: "How do I wash a rain jacket?",
    mood: 0.95,
    turns: [
      [
        "in",
        "How do I wash the {product}?",
        "Can the {product} go into the dryer?",
        "my {product} isn't waterproof any more, what can I do?",
      ],
      [
        "out",
        ...greeted(
          "at 30 degrees with a mild detergent and no softener.",
          "low heat for twenty minutes brings the water repellence back.",
          "wash it once without softener, then tumble it on low: that wakes the coating up.",
        ),
      ],
      thanks,
    ],
  },
  {
    topic: "Unknown",
    label: "General",
    weight: 4,
    division: "Products",
    mood: 0.7,
    turns: [
      [
        "in",
        "Do you rent tents?",
        "Can I bring my dog into the shop?",
        "do you repair boots of other brands?",
        "Is the {product} made without PFAS?",
        "Do you sponsor running clubs?",
      ],
      [
        "out",
        ...greeted(
          "not at the moment, but I've passed the idea on.",
          "let me ask a colleague and come back to you.",
          "good question! I've asked our workshop and will write to you on {day}.",
        ),
      ],
      ["in", "ok, thanks", "Thanks for checking", "shame, but thank you"],
    ],
  },
];

/** Replies to a broadcast. */
export const offerScript: Script = {
  topic: "Offer",
  label: "Sales",
  weight: 0,
  division: "Products",
  buys: 0.55,
  mood: 0.9,
  turns: [
    [
      "in",
      "Does the offer count for the {product} too?",
      "Hi, I'd like the {product} in {size} with the discount",
      "Is {colour} part of the sale?",
      "Yes please! {size} in {colour}",
    ],
    [
      "out",
      ...greeted(
        "it does! Shall I put a {size} aside for you?",
        "yes, with the code AUTUMN at the checkout.",
        "{colour} is in it. How many would you like?",
      ),
    ],
    ["in", "One please", "Yes, put it aside, I'll come on {day}", "just ordered, the code worked"],
    bye,
  ],
};

export const surveyQuestion = "How was our help, from 1 (bad) to 5 (very good)? Please answer with a number.";
export const surveyComments = {
  good: ["Quick and friendly!", "Solved in minutes", "Very kind, thank you {agent}", "Great advice on the size"],
  bad: ["Took far too long", "I had to ask three times", "Still no solution", "The bot did not understand me"],
};

export const closedText =
  "Thanks for your message! We are back at 8 in the morning and answer first thing then. Order status: https://shop.example/orders";

/** What the chatbot says, by FAQ. */
export const faqs: readonly { question: string; answer: string; category: string; alternatives?: string[] }[] = [
  {
    question: "Where is my order?",
    answer: "You can find the status of your order at shop.example/orders. Parcels take two to four working days.",
    category: "Orders",
    alternatives: ["Where is my parcel?", "When does my order arrive?"],
  },
  {
    question: "How do I return something?",
    answer: "Within 30 days, unworn and with tags. Ask for a label at shop.example/returns and bring the parcel to any post office.",
    category: "Orders",
    alternatives: ["Can I send it back?"],
  },
  {
    question: "When do I get my money back?",
    answer: "Three working days after the return has arrived with us, by the way you paid.",
    category: "Orders",
  },
  { question: "What does shipping cost?", answer: "3.90 € within the country, free above 60 €. Abroad 9.90 €.", category: "Orders" },
  {
    question: "Can I change the address of an order?",
    answer: "Yes, until it has left our warehouse, which is usually the same afternoon. Write to us with the new address.",
    category: "Orders",
  },
  {
    question: "Which size fits me?",
    answer: "The table at shop.example/sizes has the measurements. Between two sizes take the larger one; an exchange is free.",
    category: "Products",
    alternatives: ["Does it run small?"],
  },
  {
    question: "How do I wash a rain jacket?",
    answer: "At 30 degrees with mild detergent and no softener, then 20 minutes in the dryer on low heat.",
    category: "Products",
  },
  {
    question: "Is the merino wool free of mulesing?",
    answer: "Yes. All our merino comes from farms with a certificate for it.",
    category: "Products",
  },
  { question: "How can I pay?", answer: "By card, by instant transfer, or on invoice with 14 days.", category: "Orders" },
  { question: "When are you open?", answer: "Monday to Saturday from 9 to 18.", category: "Shop" },
  {
    question: "Do you repair broken zips?",
    answer: "Yes, for our own brand without charge within two years, later for 15 €.",
    category: "Shop",
  },
  { question: "Do you have gift cards?", answer: "Yes, from 20 € on, in the shop and at shop.example/gift.", category: "Shop" },
];

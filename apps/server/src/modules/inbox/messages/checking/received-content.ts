import { type TProperties, type TSchema, Type } from "typebox";
import { Timestamp, StringEnum } from "#platform/http/schemas.ts";

/**
 * `content` of what platforms report, as the API document shows it. Connectors write it in our spelling; what they pass
 * on from a platform may have members that no documentation names.
 */
const text = (options: { description?: string } = {}) => Type.Optional(Type.String(options));
const number = () =>
  Type.Optional(Type.Union([Type.Number(), Type.String()], { description: "A string if it has more digits than a number" }));
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const passedOn = (title: string, properties: TProperties, description: string) =>
  Type.Object(properties, { title, description, additionalProperties: true });

const ReceivedReply = Type.Object(
  { id: Type.String(), title: Type.String(), description: text() },
  { title: "ReceivedReply", description: "Of type interactive: the button or row that the customer chose" },
);

const Product = { catalogId: text(), productRetailerId: text({ description: "The product's number in the shop" }) };

const ReceivedOrder = passedOn(
  "ReceivedOrder",
  {
    catalogId: Product.catalogId,
    productItems: Type.Optional(
      Type.Array(
        passedOn(
          "ReceivedOrderItem",
          { productRetailerId: Product.productRetailerId, quantity: number(), itemPrice: number(), currency: text() },
          "A product of the order",
        ),
      ),
    ),
  },
  "Of type interactive: what the customer ordered in the platform's shop",
);

const ReceivedCallPermission = Type.Object(
  {
    response: Type.String({ description: "accept or reject" }),
    permanent: Type.Optional(Type.Boolean()),
    expiresAt: Type.Optional(Timestamp),
    source: text({ description: "user_action or automatic" }),
  },
  { title: "ReceivedCallPermission", description: "Of type interactive: whether the customer may be called" },
);

const ReceivedStory = Type.Object(
  {
    kind: StringEnum(["mention", "share", "reply"]),
    id: text(),
    url: text(),
    expiresAt: Type.Optional(Timestamp),
  },
  { title: "ReceivedStory", description: "The story that was answered, shared, or that mentions the account" },
);

const ReceivedShare = passedOn(
  "ReceivedShare",
  { kind: StringEnum(["post", "reel"]), url: text(), title: text() },
  "The shared post of another account",
);

const ReceivedReferral = passedOn(
  "ReceivedReferral",
  {
    source: text(),
    type: text(),
    ref: text({ description: "The word that the business put into its link" }),
    sourceType: text({ description: "ad or post" }),
    sourceId: text(),
    sourceUrl: text(),
    headline: text(),
    body: text(),
    adId: text(),
  },
  "Where the conversation came from: an ad or a link, as the platform describes it",
);

const ReceivedCard = passedOn("ReceivedCard", { title: text(), text: text() }, "Of type interactive: a question card");

/** A call that this server answers or makes; shown in the conversation as a message of type system, and in a note about it. */
export const CallContent = Type.Object(
  { kind: Type.Literal("call"), callId: Type.String({ description: "GET /calls/{id}" }), direction: StringEnum(["inbound", "outbound"]) },
  {
    title: "CallContent",
    description: "Of type system, and of a note about a call: a call that this server answered or made",
    additionalProperties: true,
  },
);

export const receivedContent = (): TSchema =>
  Type.Object(
    {
      reply: Type.Optional(ReceivedReply),
      form: Type.Optional(Type.Unknown({ description: "Of type interactive: the answers to a form of the platform" })),
      formName: text(),
      order: Type.Optional(ReceivedOrder),
      product: Type.Optional(passedOn("ReceivedProduct", Product, "The product of the shop that the message is about")),
      card: Type.Optional(ReceivedCard),
      sharedPost: Type.Optional(Type.Object({ videoId: text(), url: text() }, { title: "ReceivedSharedPost" })),
      callPermission: Type.Optional(ReceivedCallPermission),
      call: Type.Optional(
        Type.Object(
          { id: Type.String(), event: Type.String(), direction: Type.String() },
          { title: "ReceivedCall", description: "Of type system: a call that the platform reports" },
        ),
      ),
      system: Type.Optional(
        Type.Object(
          { type: Type.String({ description: "The platform's word" }) },
          { title: "ReceivedSystem", description: "Of type system: what happened" },
        ),
      ),
      event: text({ description: "Of type system: the platform's name of what happened" }),
      story: Type.Optional(ReceivedStory),
      share: Type.Optional(ReceivedShare),
      referral: Type.Optional(ReceivedReferral),
      forwarded: flag("The customer forwarded it"),
      frequentlyForwarded: flag("It was forwarded often"),
      group: Type.Optional(Type.Object({ id: Type.String() }, { title: "ReceivedGroup", description: "The group that it was written in" })),
      likeHeart: flag("The platform's own heart"),
      emoji: flag("Of type sticker: an emoji that the platform draws itself"),
      otherAttachments: Type.Optional(Type.Array(Type.Unknown(), { description: "Attachments without a file, as the platform sent them" })),
      automatic: text({ description: "The platform's name for this kind of automatic message" }),
      context: flag("Another app answers it; it is shown so that the conversation is complete"),
      standby: flag("As context, in the platform's word"),
      edition: Type.Optional(Type.Integer({ description: "How often it was edited" })),
      unsupportedType: text({ description: "Of type unsupported: the platform's name of the type" }),
      errors: Type.Optional(
        Type.Array(Type.Object({ code: text(), message: text() }, { title: "ReceivedError" }), {
          description: "Of type unsupported: why the platform does not pass it on",
        }),
      ),
      raw: Type.Optional(Type.Unknown({ description: "What the platform sent, where nothing here describes it" })),
    },
    {
      title: "ReceivedContent",
      additionalProperties: true,
      description: "What the platform reports about a message besides its text and media. Further members may appear",
    },
  );

/**
 * `OutboundMessage.content` by type. The server has checked it against the channel's description before a connector sees it. Templates and
 * media have their own shapes.
 */
export interface LocationContent {
  latitude: number;
  longitude: number;
  name?: string;
  address?: string;
}

export interface ContactContent {
  contacts: ContactCard[];
}

/** Spelled as in inbound messages. */
export interface ContactCard {
  name: { formattedName: string; firstName?: string; lastName?: string; middleName?: string; prefix?: string; suffix?: string };
  phones?: { phone: string; type?: string; waId?: string }[];
  emails?: { email: string; type?: string }[];
  urls?: { url: string; type?: string }[];
  org?: { company?: string; department?: string; title?: string };
  /** YYYY-MM-DD. */
  birthday?: string;
}

/** What the customer may choose from. The text above it is `OutboundMessage.text`. */
export type InteractiveContent = { header?: string; footer?: string } & (
  | { kind: "buttons"; buttons: { id: string; title: string }[] }
  | { kind: "list"; button: string; sections: { title?: string; rows: { id: string; title: string; description?: string }[] }[] }
  | { kind: "url"; url: string; title: string }
);

export type InteractiveKind = InteractiveContent["kind"];

/** The target is `OutboundMessage.reactionToExternalId`. */
export interface ReactionContent {
  messageId: string;
  /** null removes the reaction. */
  emoji: string | null;
}

/** What each part of the API is about, as its reference says it. A route whose tag is missing here stops the start. */
export const apiTags: Readonly<Record<string, string>> = {
  System: "What this server is.",
  Organization: "The tenant of the credential: who it is and how it is set up.",
  "Sign-in": "How a person gets a session: password, second factor, invitation, reset. Open to everybody, limited per address and account.",
  "Own account": "What a signed-in person changes of themselves: sessions, password, second factor, the tenant they work in.",
  Members: "The people of the tenant, their roles, and who was invited.",
  "API keys": "Keys of integrations: shown once, bound to one tenant, with scopes and a request budget of their own.",
  Channels: "Connected numbers and accounts: how they are connected, whether they are well, what they can send.",
  Templates: "Messages that a platform approved beforehand: the only kind it lets out when the customer service window is closed.",
  Contacts: "The people who write, on every channel they write on: found, merged when they turn out to be one, opted in and out.",
  Conversations: "What was said with one person on one channel: its state, who answers it, what may be sent now.",
  Messages: "Sending, and everything that was sent or received, with its fate on the platform.",
  Media: "Pictures, sound, film and documents that messages carry.",
  Events: "What happened, in order: as a list and as a live stream.",
  Webhooks: "Signed deliveries of events to endpoints of one's own, with their attempts and replays.",
};

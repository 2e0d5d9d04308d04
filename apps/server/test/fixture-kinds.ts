/** Everything that has an id on the wire, by its kind. Nested ones carry the id of what they belong to. */
export interface Resources {
  channel: string;
  /** One that waits for the person, and one that waits for a choice between the accounts of `signUp`. */
  channelAuthorization: string;
  choosingAuthorization: string;
  contact: string;
  conversation: string;
  message: string;
  note: string;
  template: { channel: string; id: string };
  apiKey: string;
  webhook: string;
  delivery: { webhook: string; id: string };
  replay: { webhook: string; id: string };
  event: string;
  member: string;
  invitation: string;
  media: string;
  organization: string;
  label: string;
  view: string;
  cannedReply: string;
  /** It governs the ticket. */
  slaPolicy: string;
  macro: string;
  notification: string;
  knowledgeCategory: string;
  knowledgeSource: string;
  faq: string;
  knowledgeQuestion: string;
  app: string;
  subscription: string;
  paymentRequest: string;
  /** One list for all tenants. */
  price: string;
  pipeline: string;
  stage: { pipeline: string; id: string };
  /** It has been in two stages. */
  deal: string;
  order: string;
  /** It has a comment. */
  ticket: string;
  closedTicket: string;
  ticketCategory: string;
  contactField: string;
  ticketField: string;
  segment: string;
  /** One that is done, and one that waits for its turn. */
  contactImport: string;
  runningImport: string;
  contactExport: string;
  /** A draft; it has two recipients all the same, to be listed. */
  broadcast: string;
  sendingBroadcast: string;
  /** One recipient failed. */
  pausedBroadcast: string;
  /** One that nothing else asks for. */
  doomedContact: string;
  privacyRequest: string;
  /** One that is not active, with two versions and two runs. */
  flow: string;
  activeFlow: string;
  /** One that others start. */
  hookedFlow: string;
  /** One that waits. */
  flowRun: string;
  flowSecret: string;
  division: string;
  /** The installation's: by name. */
  queue: string;
  agencyClient: string;
  /** One that waits for the tenant's answer. */
  agencyGrant: string;
  agencyLinkRequest: string;
  agencyDomain: string;
  signupForm: string;
  formSubmission: string;
  landingPage: string;
  /** It answers nothing. */
  chatbot: string;
  chatbotTurn: string;
  chatbotEvaluation: string;
  chatbotEvaluationRun: string;
  /** A chatbot serves its channel. */
  botConversation: string;
  aiKey: string;
  /** Its file is not kept any more. */
  organizationExport: string;
  agencySnapshot: string;
  /** One that is done, and one that waits for its turn. */
  faqImport: string;
  runningFaqImport: string;
}

export type Kind = keyof Resources;

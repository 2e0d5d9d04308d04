/** The server's rules for a person's change, for the dashboard's test of its reversals. */
export { changeByPerson, type ConversationState } from "#modules/inbox/conversations/conversation-state.ts";

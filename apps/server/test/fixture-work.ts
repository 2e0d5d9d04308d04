/** Deals, orders and tickets about the first conversation. */
import type { MainConversation } from "./fixture-channels.ts";
import { type FixtureStage, word } from "./fixture-stage.ts";

export function workMakers(
  { api, expectOk, made }: FixtureStage,
  main: { conversation: MainConversation; pipeline: string; owner: string },
) {
  const about = { contactId: main.conversation.contact, conversationId: main.conversation.id };

  async function ticket(): Promise<string> {
    const id = await made("ticket", "/api/v1/tickets", { subject: `Ticket ${word()}`, ...about, assigneeId: main.owner });
    await expectOk("comment", api.post(`/api/v1/tickets/${id}/comments`, { text: `Comment ${word()}` }));
    return id;
  }

  return {
    /** One that may become won or go: the pipeline has others that are open. */
    stage: async () => ({
      pipeline: main.pipeline,
      id: await made("stage", `/api/v1/pipelines/${main.pipeline}/stages`, { name: `Stage ${word()}` }),
    }),
    async deal(): Promise<string> {
      const { stages } = await expectOk("pipeline", api.get(`/api/v1/pipelines/${main.pipeline}`));
      const fields = { title: `Deal ${word()}`, ...about, ownerId: main.owner, stageId: stages[0].id, amount: 10.5, currency: "EUR" };
      const id = await made("deal", "/api/v1/deals", fields);
      await expectOk("deal", api.patch(`/api/v1/deals/${id}`, { stageId: stages[1].id }));
      return id;
    },
    order: () => made("order", "/api/v1/orders", { ...about, currency: "EUR", items: [{ name: "Desk", quantity: 1, unitPrice: 10 }] }),
    ticket,
    async closedTicket(): Promise<string> {
      const id = await ticket();
      for (const status of ["resolved", "closed"]) await expectOk("ticket", api.patch(`/api/v1/tickets/${id}`, { status }));
      return id;
    },
    ticketCategory: () => made("category", "/api/v1/ticket-categories", { name: `Category ${word()}` }),
    ticketField: () => made("ticket field", "/api/v1/ticket-fields", { key: `f_${word()}`, label: "A field", type: "text" }),
  };
}

export const pipelineOf = ({ made }: FixtureStage) => made("pipeline", "/api/v1/pipelines", { name: `Pipeline ${word()}` });

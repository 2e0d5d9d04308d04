/** The ordinary resources, each under its name in live/changes.ts. */
import type {
  Agent,
  AgentsListQuery,
  ApiKey,
  Broadcast,
  BroadcastsListQuery,
  CannedReply,
  Channel,
  Contact,
  ContactField,
  ContactsListQuery,
  Deal,
  DealsListQuery,
  Division,
  Invitation,
  Label,
  Macro,
  Member,
  Notification,
  NotificationsListQuery,
  Order,
  OrdersListQuery,
  Pipeline,
  Segment,
  SlaPolicy,
  Ticket,
  TicketCategory,
  TicketField,
  TicketsListQuery,
  UpdateAgent,
  UpdateApiKey,
  UpdateBroadcast,
  UpdateCannedReply,
  UpdateChannel,
  UpdateContact,
  UpdateContactField,
  UpdateDeal,
  UpdateDivision,
  UpdateLabel,
  UpdateMacro,
  UpdateMember,
  UpdateOrder,
  UpdatePipeline,
  UpdateSegment,
  UpdateSlaPolicy,
  UpdateTicket,
  UpdateTicketCategory,
  UpdateTicketField,
  UpdateView,
  UpdateWebhook,
  View,
  ViewsListQuery,
  Webhook,
} from "@parley/sdk";
import { api } from "./client.ts";
import { defineResource, whole } from "./resource.ts";

/** A patch names the custom fields that change; the others stay. */
const mergesFields = {
  patched: <Item extends { customFields: object }>(item: Item, patch: { customFields?: object | undefined }): Item => ({
    ...item,
    ...patch,
    customFields: { ...item.customFields, ...patch.customFields },
  }),
};

/** Contacts of a segment by its id, or by filters. */
export const contacts = defineResource<Contact, ContactsListQuery & { segment?: string }, UpdateContact>(
  "contacts",
  () => ({
    ...api.contacts,
    list: ({ segment, ...filters }, options) =>
      segment === undefined
        ? api.contacts.list(filters, options)
        : api.segments.contacts.list(segment, { limit: filters.limit, cursor: filters.cursor }, options),
  }),
  mergesFields,
);
export const contactFields = defineResource<ContactField, object, UpdateContactField>("contact-fields", () => api.contactFields, whole);
export const segments = defineResource<Segment, object, UpdateSegment>("segments", () => api.segments, whole);

export const tickets = defineResource<Ticket, TicketsListQuery, UpdateTicket>("tickets", () => api.tickets, mergesFields);
export const ticketCategories = defineResource<TicketCategory, object, UpdateTicketCategory>(
  "ticket-categories",
  () => api.ticketCategories,
  whole,
);
export const ticketFields = defineResource<TicketField, object, UpdateTicketField>("ticket-fields", () => api.ticketFields, whole);

export const deals = defineResource<Deal, DealsListQuery, UpdateDeal>("deals", () => api.deals, { shownIn: ["boards"] });
export const orders = defineResource<Order, OrdersListQuery, UpdateOrder>("orders", () => api.orders);
export const pipelines = defineResource<Pipeline, object, UpdatePipeline>("pipelines", () => api.pipelines, {
  ...whole,
  shownIn: ["boards"],
});

export const labels = defineResource<Label, object, UpdateLabel>("labels", () => api.labels, {
  ...whole,
  shownIn: ["conversations", "views"],
});
export const cannedReplies = defineResource<CannedReply, object, UpdateCannedReply>("canned-replies", () => api.cannedReplies, whole);
export const macros = defineResource<Macro, object, UpdateMacro>("macros", () => api.macros, whole);
export const views = defineResource<View, ViewsListQuery, UpdateView>(
  "views",
  () => ({ ...api.views, get: (id, options) => api.views.get(id, undefined, options) }),
  { ...whole, shownIn: ["conversations", "counts"] },
);
export const notifications = defineResource<Notification & { id: string }, NotificationsListQuery>("notifications", () => ({
  list: (query, options) => api.notifications.list(query, options),
}));

export const broadcasts = defineResource<Broadcast, BroadcastsListQuery, Pick<UpdateBroadcast, "title">>(
  "broadcasts",
  () => api.broadcasts,
);

export const agents = defineResource<Agent, AgentsListQuery, UpdateAgent>(
  "agents",
  () => ({
    ...api.agents,
    update: (id, patch, options) => api.agents.update(id, patch, undefined, options),
    // DELETE /agents/:id only suspends.
    delete: (id, options) => api.members.delete(id, options),
  }),
  whole,
);
export const divisions = defineResource<Division, object, UpdateDivision>(
  "divisions",
  () => ({
    list: api.agents.divisions.list,
    get: (id, options) => api.agents.divisions.get(id, undefined, options),
    update: (id, patch, options) => api.agents.divisions.update(id, patch, undefined, options),
    delete: (id, options) => api.agents.divisions.delete(id, undefined, options),
  }),
  whole,
);
export const members = defineResource<Member, object, UpdateMember>("members", () => api.members, whole);
export const invitations = defineResource<Invitation>("invitations", () => api.invitations, whole);
export const slaPolicies = defineResource<SlaPolicy, object, UpdateSlaPolicy>("sla-policies", () => api.slaPolicies, whole);

export const channels = defineResource<Channel, object, UpdateChannel>("channels", () => api.channels, whole);
export const apiKeys = defineResource<ApiKey, object, UpdateApiKey>("api-keys", () => api.apiKeys, whole);
export const webhooks = defineResource<Webhook, object, UpdateWebhook>("webhooks", () => api.webhooks, whole);

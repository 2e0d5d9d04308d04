import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("knowledge/knowledge", {
  knowledge_categories: {
    holds: "categories of knowledge",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name description"),
    onExport: exported("kct", { refs: { parent_id: "kct" } }),
  },
  knowledge_sources: {
    holds: "texts, pages and files that the chatbot and the team search",
    personal: "nobody",
    onContactErasure: kept(
      "what the tenant publishes",
      "kind name text url language status error_code error_message content_hash etag last_modified",
    ),
    onExport: exported("kns", { refs: { category_id: "kct" } }),
  },
  knowledge_documents: {
    holds: "documents of the search: a source or a published FAQ",
    personal: "nobody",
    onContactErasure: kept("what the tenant publishes", "language"),
    onExport: leftOut(reasons.derived),
  },
  knowledge_chunks: {
    holds: "passages of documents",
    personal: "nobody",
    onContactErasure: kept("what the tenant publishes", "heading body"),
    onExport: leftOut(reasons.derived),
  },
  knowledge_faqs: {
    holds: "questions and answers",
    personal: "nobody",
    onContactErasure: kept("what the tenant publishes", "question answer alternatives language status"),
    onExport: exported("kfq", { refs: { category_id: "kct" } }),
  },
  knowledge_jobs: {
    holds: "sources to be fetched and read",
    personal: "nobody",
    onContactErasure: kept("work", "state"),
    onExport: leftOut(reasons.passing),
    keptFor: "until it is done",
  },
  knowledge_postings: {
    holds: "the passages that contain a lexeme",
    personal: "nobody",
    onContactErasure: kept("what the tenant publishes", "language term"),
    onExport: leftOut(reasons.derived),
  },
  knowledge_vocabulary: {
    holds: "the occurring words, for the correction of typing errors",
    personal: "nobody",
    onContactErasure: kept("what the tenant publishes", "language term"),
    onExport: leftOut(reasons.derived),
    keptFor: "until no document contains the word",
  },
  knowledge_questions: {
    holds: "unanswered questions",
    personal: "contacts",
    onContactErasure: deleted("questions from the contact's messages"),
    onExport: exported("knq"),
    keptFor: "KNOWLEDGE_SEARCH_DAYS",
  },
  knowledge_searches: {
    holds: "searches, and whether there was an answer",
    personal: "nobody",
    onContactErasure: kept("only whether there was an answer"),
    onExport: exported(null),
    keptFor: "KNOWLEDGE_SEARCH_DAYS",
  },
});

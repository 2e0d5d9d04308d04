import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";
import { sessionSource } from "./sessions.queries.ts";

/** Turns that are due, and evaluation runs. A turn that fails for good hands its conversation over, and does not count as failed work. */
export function createChatbotQueue(database: Database): Queue {
  return createQueue(database, {
    name: "ai",
    tables: [sessionSource, "chatbot_evaluation_runs"],
    topic: "events",
    completed: { table: "chatbot_turns", column: "created_at", condition: "true" },
  });
}

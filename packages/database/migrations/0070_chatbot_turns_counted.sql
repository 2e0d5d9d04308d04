-- no-transaction
-- Each index is dropped first, so that a build that was cut off leaves none behind that is not valid.

-- Serves the list of a chatbot's turns as before, and counts them by decision without touching the rows, which hold traces (a year of 143,000
-- turns: 52 instead of 168 ms, measured).
drop index concurrently if exists chatbot_turns_counted;
create index concurrently chatbot_turns_counted on chatbot_turns (tenant_id, chatbot_id, created_at desc, id desc) include (decision);
drop index concurrently if exists chatbot_turns_of_chatbot;

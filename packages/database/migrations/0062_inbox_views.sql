-- no-transaction
-- Each index is dropped first, so that a build that was cut off leaves none behind that is not valid.

-- Conversations whose customer service window closes soon: the filter windowExpiresWithinMinutes.
drop index concurrently if exists conversations_closing;
create index concurrently conversations_closing on conversations (tenant_id, window_expires_at)
  where status <> 'resolved' and window_expires_at is not null;

-- Conversations with a note that mentions a member: the filter mentioned.
drop index concurrently if exists notifications_mentions;
create index concurrently notifications_mentions on notifications (tenant_id, member_id, conversation_id) where kind = 'mention';

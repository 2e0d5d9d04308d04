-- A replay is claimed once a second while its endpoint has a queue: a smallint was used up in half a day, and then no claim of any tenant's
-- replay succeeded. Claims of other tables end after a few tries, or are hours apart.
alter table webhook_replays alter column attempts type integer;

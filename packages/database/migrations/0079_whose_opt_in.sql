-- For a contact that others are merged into: {before: {optIn, at}, at: {identity id: instant}}, the addresses through which it has been
-- opted in since what applied before. Undoing a merge leaves the opt-in to whoever has the address. Null: the opt-in applies to the whole
-- contact. The journal of merges (contact_merges.before) keeps it as optInThrough.
alter table contacts add column opt_in_through jsonb;

-- Help for agents by models: whether there is any, how its texts sound, which models are asked first.
alter table agent_settings
  add column assist_enabled boolean not null default true,
  -- The organization's own words for drafts and reworded texts.
  add column assist_instructions text check (length(assist_instructions) between 1 and 2000),
  -- [{provider, model}] in their order; none: the keys by priority.
  add column assist_models jsonb not null default '[]';

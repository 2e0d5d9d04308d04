-- Key 2 refuses a recording as "stop" does. Agents with the words that nobody chose say so from now on.
alter table voice_agents no force row level security;
update voice_agents
   set settings = jsonb_set(settings, '{recording,announcement}', '"This call is recorded. Say stop or press 2 if you do not want that."')
 where settings #>> '{recording,announcement}' = 'This call is recorded. Say stop if you do not want that.';

-- Lists that stay quick among a million messages. See docs/adr/0137.

-- A channel has one tenant. Taken for independent, "of this tenant and of this channel" seems to be a handful of rows, and a plan that reads
-- all of the tenant's and sorts them seems better than one that walks an index until the page is full.
create statistics conversations_channel_tenant (dependencies) on tenant_id, channel_id from conversations;
create statistics messages_channel_tenant (dependencies) on tenant_id, channel_id from messages;
-- Otherwise they would wait until a twentieth of a table has changed.
analyze conversations (tenant_id, channel_id), messages (tenant_id, channel_id);

-- list_contacts() of migration 0036 in three steps, the first that answers: the newest 300 of the list, where a common word soon fills a
-- page; up to 5,000 matches by the index, each row read once; the list to its end, since what more than 5,000 match is soon met there.
-- Without sorting, so that the list is walked in its order whatever is expected of it; what the index finds, array_agg() sorts.
set local role parley_search;
create or replace function list_contacts(p_any1 text, p_any2 text, p_phone_key text, p_all text[], p_tag text, p_opt_in text,
                              p_after_at timestamptz, p_after_id uuid, p_limit integer, p_ids uuid[] default null, p_owner uuid default null,
                              p_owned boolean default null, p_stage uuid default null, p_staged boolean default null,
                              p_blocked boolean default null) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_sort = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  walked integer := 300;
  found uuid[];
  many boolean;
begin
  loop
    -- A page is a part of what is walked; a longer list, or some people by their ids, would only be walked in vain.
    if walked is null or (p_limit <= 101 and p_ids is null) then
      select array_agg(f.id) into found from (
        select w.id from (
          select c.* from contacts c
           where c.tenant_id = me and c.merged_into_id is null
             and (p_after_at is null or (c.created_at, c.id) < (p_after_at, p_after_id))
           order by c.created_at desc, c.id desc limit walked) w
         where (p_any1 is null or w.search_text like p_any1 or w.search_text like p_any2 or w.phone_key = p_phone_key)
           and (p_tag is null or w.tags @> array[p_tag])
           and (p_all is null or w.search_text like all (p_all))
           and (p_opt_in is null or w.opt_in = p_opt_in)
           and (p_ids is null or w.id = any (p_ids))
           and (p_owner is null or w.owner_id = p_owner)
           and (p_owned is null or (w.owner_id is not null) = p_owned)
           and (p_stage is null or w.stage_id = p_stage)
           and (p_staged is null or (w.stage_id is not null) = p_staged)
           and (p_blocked is null or (w.blocked_at is not null) = p_blocked)
         limit p_limit) f;
      exit when walked is null or cardinality(found) = p_limit;
    end if;

    select count(*) > 5000, (array_agg(m.id order by m.created_at desc, m.id desc) filter (where m.fits))[1:p_limit] into many, found from (
      select c.id, c.created_at,
             (p_all is null or c.search_text like all (p_all))
             and (p_opt_in is null or c.opt_in = p_opt_in)
             and (p_owner is null or c.owner_id = p_owner)
             and (p_owned is null or (c.owner_id is not null) = p_owned)
             and (p_stage is null or c.stage_id = p_stage)
             and (p_staged is null or (c.stage_id is not null) = p_staged)
             and (p_blocked is null or (c.blocked_at is not null) = p_blocked)
             and (p_after_at is null or (c.created_at, c.id) < (p_after_at, p_after_id)) as fits
        from contacts c
       where c.tenant_id = me and c.merged_into_id is null
         and (p_any1 is null or c.search_text like p_any1 or c.search_text like p_any2 or c.phone_key = p_phone_key)
         and (p_tag is null or c.tags @> array[p_tag])
         -- What few have of itself is never more than can be read.
         and (p_ids is null or c.id = any (p_ids))
       limit 5001) m;
    exit when not many;
    walked := null;
  end loop;
  return query select unnest(found);
end $$;

-- list_labelled_conversations() of migration 0019 in the same three steps. What p_sort says is known when a statement is planned, so one
-- order stands for three. With labels that must all be there (p_every), besides those of which one must be (p_labels); one of the two may be null. Both
-- operators are of the one index on labels.
drop function list_labelled_conversations;
set local role parley_owner;
create function list_labelled_conversations(p_labels uuid[], p_status text, p_reason text, p_channel uuid, p_contact uuid,
    p_assignee uuid, p_assigned boolean, p_priority text, p_unread boolean, p_handled text, p_waiting timestamptz, p_sort text,
    p_after_at timestamptz, p_after_id uuid, p_limit integer, p_division uuid, p_divided boolean, p_viewer uuid, p_viewer_divisions uuid[],
    p_every uuid[] default null)
  returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_sort = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  walked integer := 300;
  found uuid[];
  many boolean;
begin
  loop
    if walked is null or p_limit <= 101 then
      select array_agg(f.id) into found from (
        select w.id from (
          select c.* from conversations c
           where c.tenant_id = me
             and (p_sort <> 'waitingSince' or c.waiting_since is not null)
             and (p_after_id is null
                  or (p_sort = 'createdAt' and c.id < p_after_id)
                  or (p_sort = 'lastMessageAt' and (c.last_message_at, c.id) < (p_after_at, p_after_id))
                  or (p_sort = 'waitingSince' and (c.waiting_since, c.id) > (p_after_at, p_after_id)))
           order by case when p_sort = 'lastMessageAt' then c.last_message_at end desc,
                    case when p_sort = 'waitingSince' then c.waiting_since end,
                    case when p_sort = 'waitingSince' then c.id end, c.id desc
           limit walked) w
         where (p_labels is null or w.label_ids && p_labels) and (p_every is null or w.label_ids @> p_every) and w.label_ids <> '{}'
           and (p_status is null or w.status = p_status)
           and (p_reason is null or w.pending_reason = p_reason)
           and (p_channel is null or w.channel_id = p_channel)
           and (p_contact is null or w.contact_id = p_contact)
           and (p_assignee is null or w.assignee_id = p_assignee)
           and (p_assigned is null or (w.assignee_id is not null) = p_assigned)
           and (p_division is null or w.division_id = p_division)
           and (p_divided is null or (w.division_id is not null) = p_divided)
           and (p_viewer is null or w.assignee_id = p_viewer
                or (p_viewer_divisions is not null and (w.division_id is null or w.division_id = any (p_viewer_divisions))))
           and (p_priority is null or w.priority = p_priority)
           and (p_unread is null or (w.unread_count > 0) = p_unread)
           and (p_handled is null or w.handled_by = p_handled)
           and (p_waiting is null or w.waiting_since <= p_waiting)
         limit p_limit) f;
      exit when walked is null or cardinality(found) = p_limit;
    end if;

    select count(*) > 5000,
           (array_agg(m.id order by case when p_sort = 'lastMessageAt' then m.last_message_at end desc,
                                    case when p_sort = 'waitingSince' then m.waiting_since end,
                                    case when p_sort = 'waitingSince' then m.id end, m.id desc)
             filter (where m.fits))[1:p_limit]
      into many, found from (
      select c.id, c.last_message_at, c.waiting_since,
             (p_status is null or c.status = p_status)
             and (p_reason is null or c.pending_reason = p_reason)
             and (p_channel is null or c.channel_id = p_channel)
             and (p_assigned is null or (c.assignee_id is not null) = p_assigned)
             and (p_division is null or c.division_id = p_division)
             and (p_divided is null or (c.division_id is not null) = p_divided)
             and (p_viewer is null or c.assignee_id = p_viewer
                  or (p_viewer_divisions is not null and (c.division_id is null or c.division_id = any (p_viewer_divisions))))
             and (p_priority is null or c.priority = p_priority)
             and (p_unread is null or (c.unread_count > 0) = p_unread)
             and (p_handled is null or c.handled_by = p_handled)
             and (p_waiting is null or c.waiting_since <= p_waiting)
             and (p_sort <> 'waitingSince' or c.waiting_since is not null)
             and (p_after_id is null
                  or (p_sort = 'createdAt' and c.id < p_after_id)
                  or (p_sort = 'lastMessageAt' and (c.last_message_at, c.id) < (p_after_at, p_after_id))
                  or (p_sort = 'waitingSince' and (c.waiting_since, c.id) > (p_after_at, p_after_id))) as fits
        from conversations c
       where c.tenant_id = me and c.label_ids <> '{}'
         and (p_labels is null or c.label_ids && p_labels) and (p_every is null or c.label_ids @> p_every)
         -- What few have of itself: with it the bound is seldom passed.
         and (p_contact is null or c.contact_id = p_contact)
         and (p_assignee is null or c.assignee_id = p_assignee)
       limit 5001) m;
    exit when not many;
    walked := null;
  end loop;
  return query select unnest(found);
end $$;
revoke execute on function list_labelled_conversations from public;
grant execute on function list_labelled_conversations to parley_app;
alter function list_labelled_conversations owner to parley_search;

-- count_audience() of migration 0013, each match read once where they are up to 5,000, and with p_every: of one contact of so many, as
-- survey_audience() estimates. There the rules are asked of the chosen ones alone, by their ids: no index that serves a rule is quicker.
set local role parley_search;
drop function count_audience;
set local role parley_owner;
create function count_audience(p_plan jsonb, p_values text[], p_sample integer, p_every integer default 1, out total bigint, out sample uuid[])
  language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  matches text := 'c.tenant_id = $1 and c.merged_into_id is null and ' || audience_predicate(p_plan);
  newest text := ', (array_agg(c.id order by c.created_at desc, c.id desc))[1:$3] from ';
begin
  if p_every > 1 then
    execute 'select count(*) * $4' || newest || '(select k.id from contacts k where k.tenant_id = $1 and (uuid_hash(k.id) & 2147483647) % $4 = 0 offset 0) s
               cross join lateral (select * from contacts o where o.tenant_id = $1 and o.id = s.id offset 0) c where ' || matches
      into total, sample using me, p_values, p_sample, p_every;
  else
    execute 'select count(*)' || newest || '(select c.id, c.created_at from contacts c where ' || matches || ' limit 5001) c'
      into total, sample using me, p_values, p_sample;
    if total > 5000 then
      execute 'select count(*) from contacts c where ' || matches into total using me, p_values;
      execute 'select array(select c.id from contacts c where ' || matches || ' order by c.created_at desc, c.id desc limit $3)'
        into sample using me, p_values, p_sample;
    end if;
  end if;
  sample := coalesce(sample, '{}');
end $$;
revoke execute on function count_audience from public;
grant execute on function count_audience to parley_app;

-- survey_audience() of migration 0028, with the rules asked of the chosen contacts alone when it estimates: a rule that an index serves for
-- half of the tenant's contacts had the index read for them all.
set local role parley_search;
create or replace function survey_audience(p_plan jsonb, p_values text[], p_kind text, p_account text, p_by_phone boolean, p_channel uuid,
    p_open_at timestamptz, p_every integer, p_sample integer, out total bigint, out opted_out bigint, out blocked bigint, out no_identity bigint,
    out window_closed bigint, out sample uuid[])
  language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  source text := 'contacts c';
  -- An audience of chosen contacts has no rules: p_values are their ids.
  matches text := 'c.tenant_id = $1 and c.merged_into_id is null and '
    || case when p_plan ? 'ids' then 'c.id = any($2::uuid[])' else audience_predicate(p_plan) end;
  few uuid[];
begin
  if p_every > 1 then
    source := '(select k.id from contacts k where k.tenant_id = $1 and (uuid_hash(k.id) & 2147483647) % ' || p_every
      || ' = 0 offset 0) s cross join lateral (select * from contacts o where o.tenant_id = $1 and o.id = s.id offset 0) c';
  end if;
  execute 'select array_agg(m.id) from (select c.id from ' || source || ' where ' || matches || ' limit '
    || case when p_every > 1 then 'all' else '5001' end || ') m' into few using me, p_values;
  if p_every > 1 or coalesce(cardinality(few), 0) <= 5000 then
    source := 'contacts c';
    matches := 'c.tenant_id = $1 and c.id = any($9)';
  end if;
  execute 'select count(*) * $8, count(*) filter (where r.reason = 1) * $8, count(*) filter (where r.reason = 2) * $8,
                  count(*) filter (where r.reason = 3) * $8, count(*) filter (where r.reason = 4) * $8
             from ' || source || ' cross join lateral (select case
               when c.opt_in = ''opted_out'' then 1
               when c.blocked_at is not null then 2
               when (not $5 or c.phone_key is null) and not exists (select from contact_identities ci
                 where ci.tenant_id = $1 and ci.contact_id = c.id and ci.kind = $3 and ci.account = $4) then 3
               when $7 is not null and not exists (select from conversations v
                 where v.tenant_id = $1 and v.contact_id = c.id and v.channel_id = $6 and v.window_expires_at > $7) then 4 end as reason) r
            where ' || matches
    into total, opted_out, blocked, no_identity, window_closed
    using me, p_values, p_kind, p_account, p_by_phone, p_channel, p_open_at, p_every, coalesce(few, '{}');
  execute 'select array(select c.id from contacts c where ' || matches || ' order by c.created_at desc, c.id desc limit $3)'
    into sample using me, p_values, p_sample, null::text, null::boolean, null::uuid, null::timestamptz, null::integer, coalesce(few, '{}');
end $$;
set local role parley_owner;
-- Last, because only the owner may do the two above.
alter function count_audience owner to parley_search;

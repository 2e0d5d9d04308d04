-- Custom fields of tickets, filters of tickets by them and by label, audiences by stage and label, conversations found page by page,
-- and counts of what an inbox shows. See docs/subsystems/tickets.md, contacts.md and inbox.md.

-- As contact_fields of migration 0013, for tickets: one table each, so that a definition and its values are found by one key (docs/adr/0135).
create table ticket_fields (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  key          text not null,
  label        text not null,
  type         text not null check (type in ('text', 'number', 'boolean', 'date', 'datetime', 'select', 'multi_select', 'url', 'email', 'phone')),
  options      text[] not null default '{}',
  required     boolean not null default false,
  description  text,
  position     integer not null,
  deleting_at  timestamptz,
  run_at       timestamptz,
  last_pass    boolean not null default false,
  after_id     uuid,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id)
);
create unique index ticket_fields_key on ticket_fields (tenant_id, key);
create index ticket_fields_list on ticket_fields (tenant_id, position, id);
create index ticket_fields_deleting on ticket_fields (run_at) where deleting_at is not null;

alter table ticket_fields enable row level security;
alter table ticket_fields force row level security;
create policy tenant_isolation on ticket_fields to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
-- The worker lists what is being deleted, and backs up; the work is done inside the tenant.
create policy cross_tenant on ticket_fields for select to parley_worker using (true);
grant select, insert, update, delete on ticket_fields to parley_app;
grant select on ticket_fields to parley_worker;
select allow_tenant_erasure('ticket_fields');

alter table tickets add column custom_fields jsonb not null default '{}' check (jsonb_typeof(custom_fields) = 'object');
-- Only a definer function can use these two: neither operator is leakproof.
create index tickets_custom_fields on tickets using gin (tenant_id, custom_fields jsonb_path_ops) where custom_fields <> '{}';
create index tickets_by_label on tickets using gin (tenant_id, labels) where labels <> '{}';

-- list_tickets() of migration 0022, with custom fields (values of which one must be there, at most three), label and source; words are
-- one condition among others now. It belongs to parley_search, so only that role may remove it.
set local role parley_search;
drop function list_tickets;
set local role parley_owner;
create function list_tickets(p_first text, p_all text[], p_status text, p_priority text, p_category uuid, p_assignee uuid, p_unassigned boolean,
                             p_contact uuid, p_conversation uuid, p_overdue timestamptz, p_after_at timestamptz, p_after_id uuid,
                             p_limit integer, p_division uuid default null, p_undivided boolean default false,
                             p_custom jsonb[] default null, p_label text default null, p_source text default null) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  few uuid[];
  -- One by one, because an index serves no ANY of documents, and of several at once it is thought too dear.
  c1 jsonb := p_custom[1]; c2 jsonb := p_custom[2]; c3 jsonb := p_custom[3];
begin
  select array_agg(m.id) into few from (
    (select k.id from tickets k
      where k.tenant_id = me and (c1 is null or (k.custom_fields <> '{}' and k.custom_fields @> c1))
        and (p_first is null or k.search_text like p_first)
        and (p_label is null or (k.labels <> '{}' and k.labels @> array[p_label]))
      limit 5001)
    union
    (select k.id from tickets k
      where k.tenant_id = me and c2 is not null and k.custom_fields <> '{}' and k.custom_fields @> c2
        and (p_first is null or k.search_text like p_first)
        and (p_label is null or (k.labels <> '{}' and k.labels @> array[p_label]))
      limit 5001)
    union
    (select k.id from tickets k
      where k.tenant_id = me and c3 is not null and k.custom_fields <> '{}' and k.custom_fields @> c3
        and (p_first is null or k.search_text like p_first)
        and (p_label is null or (k.labels <> '{}' and k.labels @> array[p_label]))
      limit 5001)) m;
  if few is null then
    return;
  end if;
  if cardinality(few) > 5000 then
    few := null;
  end if;
  return query
    select k.id from tickets k
     where k.tenant_id = me
       and (few is null or k.id = any (few))
       and (few is not null or p_first is null or k.search_text like p_first)
       and (few is not null or c1 is null or (k.custom_fields <> '{}' and (k.custom_fields @> c1 or k.custom_fields @> c2 or k.custom_fields @> c3)))
       and (few is not null or p_label is null or (k.labels <> '{}' and k.labels @> array[p_label]))
       and (p_all is null or k.search_text like all (p_all))
       and (p_status is null or k.status = p_status)
       and (p_priority is null or k.priority = p_priority)
       and (p_category is null or k.category_id = p_category)
       and (p_assignee is null or k.assignee_id = p_assignee)
       and (p_unassigned is not true or k.assignee_id is null)
       and (p_division is null or k.division_id = p_division)
       and (p_undivided is not true or k.division_id is null)
       and (p_contact is null or k.contact_id = p_contact)
       and (p_conversation is null or k.conversation_id = p_conversation)
       and (p_source is null or k.source = p_source)
       and (p_overdue is null or (k.due_at < p_overdue and k.status in ('open', 'in_progress', 'pending')))
       and (p_after_at is null or (k.created_at, k.id) < (p_after_at, p_after_id))
     order by k.created_at desc, k.id desc limit p_limit;
end $$;
revoke execute on function list_tickets from public;
grant execute on function list_tickets to parley_app;
-- Last, because only the owner may do the two above.
alter function list_tickets owner to parley_search;

-- list_contacts() of migration 0002, with people of given ids, owner, stage and blocking: what was dropped behind it left holes in pages.
set local role parley_search;
drop function list_contacts;
set local role parley_owner;
create function list_contacts(p_any1 text, p_any2 text, p_phone_key text, p_all text[], p_tag text, p_opt_in text,
                              p_after_at timestamptz, p_after_id uuid, p_limit integer, p_ids uuid[] default null, p_owner uuid default null,
                              p_owned boolean default null, p_stage uuid default null, p_staged boolean default null,
                              p_blocked boolean default null) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  few uuid[];
begin
  select array_agg(m.id) into few from (
    select c.id from contacts c
     where c.tenant_id = me and c.merged_into_id is null
       and (p_any1 is null or c.search_text like p_any1 or c.search_text like p_any2 or c.phone_key = p_phone_key)
       and (p_tag is null or c.tags @> array[p_tag])
     limit 5001) m;
  if few is null then
    return;
  end if;
  if cardinality(few) > 5000 then
    few := null;
  end if;
  return query
    select c.id from contacts c
     where c.tenant_id = me and c.merged_into_id is null
       and (few is null or c.id = any (few))
       and (few is not null or p_any1 is null or c.search_text like p_any1 or c.search_text like p_any2 or c.phone_key = p_phone_key)
       and (few is not null or p_tag is null or c.tags @> array[p_tag])
       and (p_all is null or c.search_text like all (p_all))
       and (p_opt_in is null or c.opt_in = p_opt_in)
       and (p_ids is null or c.id = any (p_ids))
       and (p_owner is null or c.owner_id = p_owner)
       and (p_owned is null or (c.owner_id is not null) = p_owned)
       and (p_stage is null or c.stage_id = p_stage)
       and (p_staged is null or (c.stage_id is not null) = p_staged)
       and (p_blocked is null or (c.blocked_at is not null) = p_blocked)
       and (p_after_at is null or (c.created_at, c.id) < (p_after_at, p_after_id))
     order by c.created_at desc, c.id desc limit p_limit;
end $$;
revoke execute on function list_contacts from public;
grant execute on function list_contacts to parley_app;
alter function list_contacts owner to parley_search;
-- Lists of contacts by these, newest first; the second one takes the place of contacts_by_stage, which has no order.
create index contacts_by_owner on contacts (tenant_id, owner_id, created_at desc, id desc) where owner_id is not null;
create index contacts_in_stage on contacts (tenant_id, stage_id, created_at desc, id desc) where stage_id is not null;
drop index contacts_by_stage;
create index contacts_blocked on contacts (tenant_id, created_at desc, id desc) where blocked_at is not null;

-- audience_predicate() of migration 0013, with the stage of a contact.
create or replace function audience_predicate(p jsonb) returns text
  language plpgsql immutable parallel safe set search_path = public, pg_temp
as $$
declare
  v text := format('$2[%s]', (p->>'i')::integer);
  vs text := format('$2[%s:%s]', (p->>'i')::integer, (p->>'i')::integer + (p->>'n')::integer - 1);
  k text := format('$2[%s]', (p->>'k')::integer);
  e text;
  r text;
begin
  if p ? 'all' then
    select string_agg(audience_predicate(x), ' and ') into r from jsonb_array_elements(p->'all') x;
    return '(' || coalesce(r, 'true') || ')';
  elsif p ? 'any' then
    select string_agg(audience_predicate(x), ' or ') into r from jsonb_array_elements(p->'any') x;
    return '(' || coalesce(r, 'false') || ')';
  elsif p ? 'not' then
    return '(' || audience_predicate(p->'not') || ' is not true)';
  end if;

  case p->>'c'
    when 'name' then e := 'c.name_key';
    when 'email' then e := 'c.email_key';
    when 'phone' then e := 'c.phone';
    when 'source' then e := 'c.source';
    when 'country' then e := 'c.country';
    when 'language' then e := 'c.language';
    when 'timezone' then e := 'c.timezone';
    when 'optIn' then e := 'c.opt_in';
    when 'ownerId' then e := 'c.owner_id'; v := v || '::uuid'; vs := vs || '::uuid[]';
    when 'stageId' then e := 'c.stage_id'; v := v || '::uuid'; vs := vs || '::uuid[]';
    when 'createdAt' then e := 'c.created_at'; v := v || '::timestamptz';
    when 'updatedAt' then e := 'c.updated_at'; v := v || '::timestamptz';
    when 'lastInboundAt' then e := 'c.last_inbound_at'; v := v || '::timestamptz';
    when 'blocked' then return '(c.blocked_at is not null)';
    when 'tags' then
      case p->>'o'
        when 'has_any' then return format('(c.tags && %s)', vs);
        when 'has_all' then return format('(c.tags @> %s)', vs);
        when 'exists' then return '(c.tags <> ''{}'')';
      end case;
    when 'channelKind' then
      return format('exists (select from contact_identities ci where ci.tenant_id = $1 and ci.contact_id = c.id and ci.kind = any(%s))', vs);
    when 'channelId' then
      return format('exists (select from conversations v where v.tenant_id = $1 and v.contact_id = c.id and v.channel_id = any(%s::uuid[]))', vs);
    when 'customText' then
      -- Equal values are looked up as JSON, which an index serves; the rest is read from the text.
      if p->>'o' = 'eq' then
        return format('(c.custom_fields <> ''{}'' and c.custom_fields @> jsonb_build_object(%s, %s))', k, v);
      end if;
      e := format('(case when jsonb_typeof(c.custom_fields -> %1$s) = ''string'' then c.custom_fields ->> %1$s end) collate "C"', k);
      -- Under "C" only ASCII has a lower case.
      if p->>'o' = 'like' then
        e := format('case when jsonb_typeof(c.custom_fields -> %1$s) = ''string'' then c.custom_fields ->> %1$s end', k);
      end if;
    when 'customNumber' then
      if p->>'o' = 'eq' then
        return format('(c.custom_fields <> ''{}'' and c.custom_fields @> jsonb_build_object(%s, %s::numeric))', k, v);
      end if;
      -- Compared as JSON first, where most contacts are out already; what is no number has an order of its own there.
      e := format('(c.custom_fields -> %s)', k);
      r := format('jsonb_typeof(c.custom_fields -> %s) = ''number''', k);
      case p->>'o'
        when 'in' then return format('(%s = any(array(select to_jsonb(n::numeric) from unnest(%s) n)) and %s)', e, vs, r);
        when 'gt' then return format('(%s > to_jsonb(%s::numeric) and %s)', e, v, r);
        when 'gte' then return format('(%s >= to_jsonb(%s::numeric) and %s)', e, v, r);
        when 'lt' then return format('(%s < to_jsonb(%s::numeric) and %s)', e, v, r);
        when 'lte' then return format('(%s <= to_jsonb(%s::numeric) and %s)', e, v, r);
      end case;
    when 'customBoolean' then
      return format('(c.custom_fields <> ''{}'' and c.custom_fields @> jsonb_build_object(%s, %s::boolean))', k, v);
    when 'customList' then
      e := format('(case when jsonb_typeof(c.custom_fields -> %1$s) = ''array'' then c.custom_fields -> %1$s end)', k);
      case p->>'o'
        when 'has_any' then return format('(%s ?| %s)', e, vs);
        when 'has_all' then return format('(%s ?& %s)', e, vs);
      end case;
    when 'custom' then return format('(c.custom_fields ? %s)', k);
  end case;

  case p->>'o'
    when 'eq' then return format('(%s = %s)', e, v);
    when 'in' then return format('(%s = any(%s))', e, vs);
    when 'gt' then return format('(%s > %s)', e, v);
    when 'gte' then return format('(%s >= %s)', e, v);
    when 'lt' then return format('(%s < %s)', e, v);
    when 'lte' then return format('(%s <= %s)', e, v);
    when 'exists' then return format('(%s is not null)', e);
    when 'like' then
      -- The second value is the pattern for the column that contacts_search has: it only narrows.
      if p->>'c' in ('name', 'email', 'phone') then
        return format('(c.search_text like $2[%s] and %s like %s)', (p->>'i')::integer + 1, e, v);
      end if;
      return format('(lower(%s) like %s)', e, v);
  end case;
end $$;

-- search_contacts() of migration 0012, page by page.
set local role parley_search;
drop function search_contacts;
set local role parley_owner;
create function search_contacts(p_words text[], p_limit integer, p_after_likeness real default null, p_after_id uuid default null)
  returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
  set pg_trgm.word_similarity_threshold = 0.4
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  w1 text := p_words[1]; w2 text := p_words[2]; w3 text := p_words[3];
begin
  return query
    select m.id from (
      select c.id, contact_likeness(p_words, c.search_text) as likeness
        from contacts c
       where c.tenant_id = me and c.merged_into_id is null
         and w1 <% c.search_text and (w2 is null or w2 <% c.search_text) and (w3 is null or w3 <% c.search_text)
       limit 5000) m
     where p_after_id is null or (m.likeness, m.id) < (p_after_likeness, p_after_id)
     order by m.likeness desc, m.id desc limit p_limit;
end $$;

-- How like the words a contact's text is: what search_contacts() orders by, and what a page's cursor says.
create function contact_likeness(p_words text[], p_text text) returns real
  language sql immutable parallel safe
as $$
  select word_similarity(p_words[1], p_text) + coalesce(word_similarity(p_words[2], p_text), 0::real)
         + coalesce(word_similarity(p_words[3], p_text), 0::real)
$$;

-- Conversations in which something was said, or of given contacts, latest message first, page by page. p_exact null: by likeness. Up to
-- 5,000 messages that have the words tell their conversations; with more of them, walking the list soon fills a page.
-- Not led by tenant_id, which no other condition goes with here: as a small index of all of a tenant's messages it would be taken instead of
-- the trigrams. Conversations' ids are nobody else's.
create index message_search_of on message_search (conversation_id);
create function search_conversations(p_exact text[], p_similar text[], p_beside text[], p_contacts uuid[], p_viewer uuid, p_viewer_divisions uuid[],
    p_after_at timestamptz, p_after_id uuid, p_limit integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
  set pg_trgm.word_similarity_threshold = 0.4
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  said uuid[];
  -- One by one, because the trigram index serves no ALL.
  e1 text := p_exact[1]; e2 text := p_exact[2]; e3 text := p_exact[3];
  s1 text := p_similar[1]; s2 text := p_similar[2]; s3 text := p_similar[3];
begin
  if e1 is not null then
    select array_agg(m.conversation_id) into said from (
      select s.conversation_id from message_search s
       where s.tenant_id = me and s.folded like e1 and (e2 is null or s.folded like e2) and (e3 is null or s.folded like e3)
         and s.folded like all (p_exact)
       limit 5001) m;
  elsif s1 is not null then
    select array_agg(m.conversation_id) into said from (
      select s.conversation_id from message_search s
       where s.tenant_id = me and s1 <% s.folded and (s2 is null or s2 <% s.folded) and (s3 is null or s3 <% s.folded)
         and (p_beside is null or s.folded like all (p_beside))
       limit 5000) m;
  end if;
  if said is null and coalesce(cardinality(p_contacts), 0) = 0 then
    return;
  end if;
  if cardinality(said) > 5000 then
    return query
      select c.id from conversations c
       where c.tenant_id = me
         and (p_viewer is null or c.assignee_id = p_viewer
              or (p_viewer_divisions is not null and (c.division_id is null or c.division_id = any (p_viewer_divisions))))
         and (p_after_at is null or (c.last_message_at, c.id) < (p_after_at, p_after_id))
         and (c.contact_id = any (p_contacts)
              or exists (select from message_search s where s.tenant_id = me and s.conversation_id = c.id and s.folded like all (p_exact)))
       order by c.last_message_at desc, c.id desc limit p_limit;
    return;
  end if;
  return query
    select c.id from conversations c
     where c.tenant_id = me and (c.id = any (said) or c.contact_id = any (p_contacts))
       and (p_viewer is null or c.assignee_id = p_viewer
            or (p_viewer_divisions is not null and (c.division_id is null or c.division_id = any (p_viewer_divisions))))
       and (p_after_at is null or (c.last_message_at, c.id) < (p_after_at, p_after_id))
     order by c.last_message_at desc, c.id desc limit p_limit;
end $$;

revoke execute on function search_contacts, contact_likeness, search_conversations from public;
grant execute on function search_contacts, contact_likeness, search_conversations to parley_app;
grant execute on function contact_likeness to parley_search;
-- Last, because only the owner may do the two above.
alter function search_contacts owner to parley_search;
alter function search_conversations owner to parley_search;

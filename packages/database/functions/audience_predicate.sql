-- module: contacts/segments
-- The rules of an audience as an SQL condition on contacts `c`. The caller sends a tree of words from a closed list and an array of values;
-- the words select among the predicates below, and the values stay parameters ($2[i] of the statement). So the statement that runs with the
-- open policies of parley_search never contains the caller's text, and always stays inside the session's tenant. Nodes: {all: […]}, {any:
-- […]}, {not: node}, or a leaf {c: column, o: operation, i: first value, n: number of values, k: value that is the key of a custom field}.
-- Indexes are used where the words allow it: tags and parts of names by contacts_search, equal custom values by contacts_custom_fields,
-- times and opt-in by their own. See docs/adr/0031-audiences-above-row-level-security.md.
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
      -- Equal values are compared as JSON, which an index supports; everything else is compared as text.
      if p->>'o' = 'eq' then
        return format('(c.custom_fields <> ''{}'' and c.custom_fields @> jsonb_build_object(%s, %s))', k, v);
      end if;
      e := format('(case when jsonb_typeof(c.custom_fields -> %1$s) = ''string'' then c.custom_fields ->> %1$s end) collate "C"', k);
      -- Under "C", lower() only affects ASCII.
      if p->>'o' = 'like' then
        e := format('case when jsonb_typeof(c.custom_fields -> %1$s) = ''string'' then c.custom_fields ->> %1$s end', k);
      end if;
    when 'customNumber' then
      if p->>'o' = 'eq' then
        return format('(c.custom_fields <> ''{}'' and c.custom_fields @> jsonb_build_object(%s, %s::numeric))', k, v);
      end if;
      -- Compared as JSON first, which excludes most contacts; a non-number has a different sort order there.
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
      -- The second value is the pattern for the column that contacts_search covers; it only narrows.
      if p->>'c' in ('name', 'email', 'phone') then
        return format('(c.search_text like $2[%s] and %s like %s)', (p->>'i')::integer + 1, e, v);
      end if;
      return format('(lower(%s) like %s)', e, v);
  end case;
end $$;
revoke execute on function audience_predicate from public;
grant execute on function audience_predicate to parley_search;

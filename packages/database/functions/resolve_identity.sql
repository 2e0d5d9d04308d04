-- module: contacts/contacts
-- Finds the person behind an address or creates one, and applies new information from the platform (a phone after a user id, another name).
-- The platform's own id decides. An address counts only where the two ids do not contradict each other: a number under another id is a new
-- person (release_address). Events: p_made for a new contact, p_lost and p_told for changed ones. p_source: how a new contact arrived.
--
-- The identity stays locked, and so does a contact that gets a new one: a merge in progress has finished by then, and a later one waits, so
-- that the contact found here owns the message.
create or replace function resolve_identity(p_tenant uuid, p_now timestamptz, p_at timestamptz, p_kind text, p_account text, p_address text,
                                 p_key text, p_user text, p_name text, p_username text, p_cid uuid, p_cnt uuid, p_made uuid, p_lost uuid,
                                 p_told uuid, p_source text default 'inbound', out identity_id uuid, out contact_id uuid)
  language plpgsql volatile set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  d record;
  changes jsonb := '{}';
  name_before text;
  free boolean;
  own_key text;
  made integer;
begin
  for attempt in 1..5 loop
    select ci.id, ci.contact_id, ci.address, ci.address_key, ci.provider_user_id, ci.username, ci.display_name into d
      from contact_identities ci
     where ci.tenant_id = p_tenant and ci.kind = p_kind and ci.account = p_account
       and (ci.provider_user_id = p_user
            or (ci.address_key = p_key and (ci.provider_user_id is null or p_user is null)))
     order by (ci.provider_user_id = p_user) desc nulls last limit 1 for no key update;
    if found then
      identity_id := d.id;
      contact_id := d.contact_id;
      if (p_user is not null and d.provider_user_id is null) or (p_username is not null and d.username is distinct from p_username)
         or (p_name is not null and d.display_name is distinct from p_name) then
        update contact_identities ci
           set provider_user_id = coalesce(ci.provider_user_id, p_user), username = coalesce(p_username, ci.username),
               display_name = coalesce(p_name, ci.display_name)
         where ci.tenant_id = p_tenant and ci.id = d.id;
        if p_username is not null and d.username is distinct from p_username then
          changes := jsonb_build_object('username', jsonb_build_object('from', d.username, 'to', p_username));
        end if;
      end if;
      if p_key is not null and p_address is distinct from d.address then
        changes := changes || move_address(p_tenant, p_now, p_at, p_kind, d.id, d.contact_id, coalesce(d.provider_user_id, p_user),
                                           p_address, p_key, p_lost, p_made);
      end if;
    else
      -- The contact of the same person at another account of ours; otherwise the one with this phone, unless it is known to belong to
      -- somebody else, under another platform id that has or may have had the number.
      contact_id := null;
      select ci.contact_id into contact_id from contact_identities ci
       where ci.tenant_id = p_tenant and ci.kind = p_kind and ci.provider_user_id = p_user
       order by ci.account limit 1 for no key update;
      if contact_id is null then
        select c.id into contact_id from contacts c
         where c.tenant_id = p_tenant and c.phone_key = p_key
           and not exists (select 1 from contact_identities h
                            where h.tenant_id = p_tenant and h.contact_id = c.id and h.kind = p_kind
                              and (h.address_key = p_key
                                   or (h.address_key is null and p_user is not null and h.provider_user_id is not null)));
      end if;
      if contact_id is not null then
        perform 1 from contacts c
         where c.tenant_id = p_tenant and c.id = contact_id and c.merged_into_id is null for no key update;
        continue when not found; -- merged a moment ago, with its phone and identities
      end if;
      -- Not free: a late report about somebody who has lost the address since; the platform's id is enough to recognise them.
      free := p_key is null
              or release_address(p_tenant, p_now, p_at, p_kind, p_account, p_key, p_user, coalesce(contact_id, p_cnt), p_lost, p_told);
      -- The holder may be this very person, created a moment ago by an outbound message: look again.
      continue when not free and exists (
        select 1 from contact_identities h
         where h.tenant_id = p_tenant and h.kind = p_kind and h.account = p_account and h.address_key = p_key
           and (h.provider_user_id is null or p_user is null or h.provider_user_id = p_user));
      contact_id := case when free then contact_id end;
      insert into contact_identities (tenant_id, id, contact_id, kind, account, address, address_key, address_at, provider_user_id,
                                      username, display_name, created_at)
      values (p_tenant, p_cid, coalesce(contact_id, p_cnt), p_kind, p_account, case when free then p_address end,
              case when free then p_key end, p_at, p_user, p_username, p_name, p_now)
      on conflict do nothing;
      get diagnostics made = row_count;
      continue when made = 0; -- another transaction created the same person a moment ago
      identity_id := p_cid;
      if contact_id is null then
        contact_id := p_cnt;
        own_key := case when free and p_key not like '=%'
                         and not exists (select 1 from contacts c where c.tenant_id = p_tenant and c.phone_key = p_key) then p_key end;
        insert into contacts (tenant_id, id, name, phone, phone_key, source, created_at, updated_at)
        values (p_tenant, p_cnt, p_name, case when own_key is not null then '+' || p_address end, own_key, p_source, p_now, p_now);
        insert into event_log (tenant_id, id, type, data, created_at)
        values (p_tenant, p_made, 'contact.created', json_build_object('contactId', wire_id('cnt', p_cnt), 'name', p_name,
          'phone', case when own_key is not null then '+' || p_address end, 'source', p_source), p_now);
        return;
      end if;
      d.display_name := null;
    end if;

    -- A name given by the tenant is kept.
    if p_name is not null and d.display_name is distinct from p_name then
      select c.name into name_before from contacts c where c.tenant_id = p_tenant and c.id = contact_id for no key update;
      if name_before is distinct from p_name and (name_before is null or name_before = d.display_name) then
        update contacts c set name = p_name, updated_at = p_now where c.tenant_id = p_tenant and c.id = contact_id;
        changes := changes || jsonb_build_object('name', jsonb_build_object('from', name_before, 'to', p_name));
      end if;
    end if;
    if changes <> '{}' then
      insert into event_log (tenant_id, id, type, data, created_at)
      values (p_tenant, p_told, 'contact.updated', json_build_object('contactId', wire_id('cnt', contact_id), 'changes', changes,
        'reason', 'platform'), p_now);
    end if;
    return;
  end loop;
  raise exception 'identity of kind % could not be resolved', p_kind using errcode = 'serialization_failure';
end $$;
revoke execute on function resolve_identity from public;
grant execute on function resolve_identity to parley_app;

-- module: contacts/contacts
-- Frees an address for the person to whom the platform says it belongs now, because numbers are reassigned. Its holder loses it only if
-- both are known by the platform's own id, and never because of an older report; an address that is all we know of its holder may belong to
-- the same person, and is left to a merge. False: it is not free. Both contacts get a note in the audit log.
create or replace function release_address(p_tenant uuid, p_now timestamptz, p_at timestamptz, p_kind text, p_account text, p_key text,
                                p_user text, p_contact uuid, p_event uuid, p_note uuid) returns boolean
  language plpgsql volatile set search_path = public, pg_temp
as $$
declare
  holder record;
  phone_lost text;
begin
  select ci.id, ci.contact_id, ci.address, ci.provider_user_id, ci.address_at into holder from contact_identities ci
   where ci.tenant_id = p_tenant and ci.kind = p_kind and ci.account = p_account and ci.address_key = p_key for no key update;
  if not found then
    return true;
  elsif holder.provider_user_id is null or p_user is null or holder.provider_user_id = p_user or holder.address_at > p_at then
    return false;
  end if;
  update contact_identities ci set address = null, address_key = null, address_at = p_at
   where ci.tenant_id = p_tenant and ci.id = holder.id;
  if holder.contact_id = p_contact then
    return true;
  end if;
  select c.phone into phone_lost from contacts c
   where c.tenant_id = p_tenant and c.id = holder.contact_id and c.phone_key = p_key for no key update;
  update contacts c set phone = null, phone_key = null, updated_at = p_now
   where c.tenant_id = p_tenant and c.id = holder.contact_id and c.phone_key = p_key;
  insert into event_log (tenant_id, id, type, data, created_at)
  values (p_tenant, p_event, 'contact.updated', json_build_object('contactId', wire_id('cnt', holder.contact_id),
    'changes', json_build_object(case when phone_lost is null then 'address' else 'phone' end,
      json_build_object('from', coalesce(phone_lost, holder.address), 'to', null)),
    'reason', 'address_moved', 'otherContactId', wire_id('cnt', p_contact)), p_now);
  insert into audit_entries (tenant_id, id, actor_kind, actor_id, action, target_id, changes, created_at)
  values (p_tenant, p_event, 'system', 'platform', 'contact.address_lost', wire_id('cnt', holder.contact_id),
            jsonb_build_object('to', wire_id('cnt', p_contact)), p_now),
         (p_tenant, p_note, 'system', 'platform', 'contact.address_gained', wire_id('cnt', p_contact),
            jsonb_build_object('from', wire_id('cnt', holder.contact_id)), p_now);
  return true;
end $$;
revoke execute on function release_address from public;
grant execute on function release_address to parley_app;

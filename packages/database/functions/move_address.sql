-- module: contacts/contacts
-- Gives a person a new address, unless it is taken or a newer report came before. Returns what changed: the contact's phone, if the address
-- was the phone, otherwise only the address. A number that somebody has left is no longer theirs, even if another identity has their new
-- one: messages to the old number went to whoever has it now. See docs/subsystems/channels/identity.md.
create or replace function move_address(p_tenant uuid, p_now timestamptz, p_at timestamptz, p_kind text, p_identity uuid, p_contact uuid,
                                        p_user text, p_address text, p_key text, p_event uuid, p_note uuid) returns jsonb
  language plpgsql volatile set search_path = public, pg_temp
as $$
declare
  old record;
  held record;
  number text;
begin
  select ci.account, ci.address, ci.address_key, ci.address_at into old from contact_identities ci
   where ci.tenant_id = p_tenant and ci.id = p_identity for no key update;
  if old.address_at > p_at then
    return '{}';
  end if;
  if old.address_key is distinct from p_key
     and not release_address(p_tenant, p_now, p_at, p_kind, old.account, p_key, p_user, p_contact, p_event, p_note) then
    -- The platform's own id is enough to recognise them and to write to them.
    if p_user is null or old.address_key is null then
      return '{}';
    end if;
    update contact_identities ci set address = null, address_key = null, address_at = p_at
     where ci.tenant_id = p_tenant and ci.id = p_identity;
    select c.phone into held from contacts c
     where c.tenant_id = p_tenant and c.id = p_contact and c.phone_key = old.address_key for no key update;
    if not found then
      return jsonb_build_object('address', jsonb_build_object('from', old.address, 'to', null));
    end if;
    update contacts c set phone = null, phone_key = null, updated_at = p_now where c.tenant_id = p_tenant and c.id = p_contact;
    return jsonb_build_object('phone', jsonb_build_object('from', held.phone, 'to', null));
  end if;
  update contact_identities ci set address = p_address, address_key = p_key, address_at = p_at
   where ci.tenant_id = p_tenant and ci.id = p_identity;
  -- The key is the same: the platform only formats the number differently.
  if old.address_key = p_key then
    return '{}';
  end if;
  if p_key not like '=%' then
    select c.phone, c.phone_key into held from contacts c where c.tenant_id = p_tenant and c.id = p_contact for no key update;
    -- Another contact with the new number keeps it: whether the two are one person is for a merge to decide. The old number is removed
    -- either way, otherwise whoever gets it next would be taken for this person.
    number := case when not exists (select 1 from contacts o where o.tenant_id = p_tenant and o.phone_key = p_key and o.id <> p_contact)
                   then '+' || p_address end;
    if (held.phone_key is null and number is not null) or held.phone_key = old.address_key then
      update contacts c set phone = number, phone_key = case when number is not null then p_key end, updated_at = p_now
       where c.tenant_id = p_tenant and c.id = p_contact;
      return jsonb_build_object('phone', jsonb_build_object('from', held.phone, 'to', number));
    end if;
  end if;
  return jsonb_build_object('address', jsonb_build_object('from', old.address, 'to', p_address));
end $$;
revoke execute on function move_address from public;
grant execute on function move_address to parley_app;

-- module: contacts/contacts
-- Applies the platform's report that a person has another address or another id of its own. An id that another identity already has is left
-- to a merge. p_event, p_note and p_told are event ids.
create or replace function change_identity(p_tenant uuid, p_now timestamptz, p_at timestamptz, p_kind text, p_identity uuid, p_address text,
                                p_key text, p_user text, p_event uuid, p_note uuid, p_told uuid) returns void
  language plpgsql volatile set search_path = public, pg_temp
as $$
declare
  d record;
  changes jsonb := '{}';
begin
  select ci.contact_id, ci.account, ci.address, ci.provider_user_id into d from contact_identities ci
   where ci.tenant_id = p_tenant and ci.id = p_identity for no key update;
  if p_user is not null and p_user is distinct from d.provider_user_id then
    if exists (select 1 from contact_identities o
                where o.tenant_id = p_tenant and o.kind = p_kind and o.account = d.account and o.provider_user_id = p_user) then
      return;
    end if;
    update contact_identities ci set provider_user_id = p_user where ci.tenant_id = p_tenant and ci.id = p_identity;
    changes := jsonb_build_object('providerUserId', jsonb_build_object('from', d.provider_user_id, 'to', p_user));
  end if;
  if p_key is not null and p_address is distinct from d.address then
    changes := changes || move_address(p_tenant, p_now, p_at, p_kind, p_identity, d.contact_id, coalesce(p_user, d.provider_user_id),
                            p_address, p_key, p_event, p_note);
  end if;
  if changes <> '{}' then
    insert into event_log (tenant_id, id, type, data, created_at)
    values (p_tenant, p_told, 'contact.updated', json_build_object('contactId', wire_id('cnt', d.contact_id), 'changes', changes,
      'reason', 'platform'), p_now);
  end if;
end $$;
revoke execute on function change_identity from public;
grant execute on function change_identity to parley_app;

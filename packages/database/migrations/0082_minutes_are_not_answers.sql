-- usage_months.ai_requests also held the minutes of calls, which the limit of answers from AI models then counted.
alter table usage_months no force row level security;
alter table ledger_entries no force row level security;
with minutes as (
  select tenant_id, date_trunc('month', created_at at time zone 'UTC')::date as month, sum(requests) as n
    from ledger_entries
   where type = 'usage' and model_name is not null and reference like 'voice:%'
   group by 1, 2
)
update usage_months u set ai_requests = greatest(0, u.ai_requests - m.n) from minutes m where u.tenant_id = m.tenant_id and u.month = m.month;

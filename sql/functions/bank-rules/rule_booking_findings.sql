-- Vouchers that rules have sent for bank entries of one end customer. Every row is a finding.
create or replace function rule_booking_findings(customer uuid)
returns table ("check" text, subject text, expected text, found text)
language sql stable as $$
  select 'the voucher of a rule names its version and books its bank entry',
    'booking ' || public_id('brbook', booking_id) || ' of rule ' || public_id('brule', booking.rule_id),
    public_id('brule', booking.rule_id) || ' version ' || booking.version || ': ' || public_id('cent', booking.entry_id)
      || ', ' || coalesce(entry.amount_minor || ' ' || entry.currency, 'no bank entry')
      || case when version.version is null then ', no such version' else '' end,
    coalesce(
      fact.external_reference || ', ' || (fact.request #>> '{payload,bank_entries,0,amount,amount_minor}')
        || ' ' || (fact.request #>> '{payload,bank_entries,0,amount,currency}'),
      'no voucher'
    )
  from bank_rule_bookings booking
  left join bank_rule_versions version
    on version.end_customer_id = customer and version.rule_id = booking.rule_id and version.version = booking.version
  left join camt053_entries entry on entry.end_customer_id = customer and entry.entry_id = booking.entry_id
  left join source_facts fact
    on fact.source_fact_id = booking.source_fact_id and fact.end_customer_id is not distinct from customer
  where booking.end_customer_id = customer and (
    version.version is null or entry.entry_id is null or fact.source_fact_id is null
    or fact.source_system <> 'bank_rules' or fact.fact_type <> 'journal_voucher'
    or fact.external_reference <> public_id('brule', booking.rule_id) || ' version ' || booking.version || ': '
      || public_id('cent', booking.entry_id)
    or jsonb_array_length(fact.request #> '{payload,bank_entries}') is distinct from 1
    or fact.request #>> '{payload,bank_entries,0,entry_id}' is distinct from public_id('cent', booking.entry_id)
    or fact.request #>> '{payload,bank_entries,0,amount,amount_minor}' is distinct from entry.amount_minor::text
    or fact.request #>> '{payload,bank_entries,0,amount,currency}' is distinct from entry.currency
  )
  union all
  select 'a bank entry has one voucher of a rule at a time', 'bank entry ' || public_id('cent', booking.entry_id), '1',
    count(*)::text
  from bank_rule_bookings booking
  join fact_states fact using (end_customer_id, source_fact_id)
  where booking.end_customer_id = customer and fact.state in ('received', 'blocked', 'posted')
  group by booking.entry_id
  having count(*) > 1
$$;

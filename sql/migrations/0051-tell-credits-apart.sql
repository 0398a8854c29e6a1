-- Credit that was booked anew so far, as a change of the first item of its payment, becomes an item of its own, with
-- everything that moved it until the next one: lists and statements show whose it was on each day. Journal and amounts stay
-- as they are. Reading goes on meanwhile, posting waits.
set local lock_timeout = '20s';
lock table open_items, open_item_changes in share row exclusive mode;
lock table payments in exclusive mode;
lock table statement_watermarks in exclusive mode;
lock table partner_period_totals, other_side_totals, partner_names, control_account_totals in exclusive mode;

create temporary table credit_anew on commit drop as
select change.end_customer_id, change.open_item_id as payment_id, gen_random_uuid() as credit_item_id,
  change.entry_number, change.line_number, change.posting_date, change.amount_minor, change.base_amount_minor,
  lead(change.entry_number) over (
    partition by change.end_customer_id, change.open_item_id order by change.entry_number
  ) as next_entry_number,
  entry.journal_entry_id, entry.source_type, entry.source_id, entry.posted_at,
  coalesce(line.account_code, item.account_code) as account_code, line.account_code <> item.account_code as is_elsewhere
from open_item_changes change
join open_items item on item.end_customer_id = change.end_customer_id and item.open_item_id = change.open_item_id
join journal_entries entry on entry.end_customer_id = change.end_customer_id and entry.entry_number = change.entry_number
left join journal_lines line
  on line.end_customer_id = change.end_customer_id and line.entry_number = change.entry_number
  and line.line_number = change.line_number
where purpose = 'opened';

alter table open_item_changes disable trigger open_item_changes_append_only;
delete from open_item_changes where purpose = 'opened';
update open_item_changes change set open_item_id = credit.credit_item_id
from credit_anew credit
where change.end_customer_id = credit.end_customer_id and change.open_item_id = credit.payment_id
  and change.entry_number >= credit.entry_number
  and (next_entry_number is null or change.entry_number < next_entry_number);
alter table open_item_changes enable trigger open_item_changes_append_only;

insert into open_items (
  end_customer_id, open_item_id, kind, account_code, payment_id, journal_entry_id, entry_number, line_number,
  posting_date, partner_name, partner_reference, document_date, currency, amount_minor, base_amount_minor,
  open_amount_minor, base_open_amount_minor, state, created_at
)
select end_customer_id, credit.credit_item_id, 'customer_credit', credit.account_code, payment_id, journal_entry_id,
  credit.entry_number, line_number, credit.posting_date, coalesce(paid.partner_name, payment.debtor_name, ''),
  paid.partner_reference, case source_type when 'payment_allocation' then coalesce(booking_date, credit.posting_date)
    else credit.posting_date end, payment.currency, credit.amount_minor, base_amount_minor,
  case when is_now then -credit_minor else 0 end, case when is_now then -credit_base_minor else 0 end,
  case when is_now and (credit_minor <> 0 or credit_base_minor <> 0) then 'open' else 'settled' end, posted_at
from credit_anew credit
join payments payment using (end_customer_id, payment_id)
cross join lateral (select booked_by is not distinct from source_id and next_entry_number is null as is_now) now
left join lateral partner_of_allocation(
  credit.end_customer_id, case source_type when 'payment_allocation' then source_id end
) paid on true;

-- The first item is closed since then. One of a payment that is not booked, or was booked anew as a whole, is so too.
update open_items item set open_amount_minor = 0, base_open_amount_minor = 0, state = 'settled'
from credit_anew credit
where item.end_customer_id = credit.end_customer_id and item.open_item_id = credit.payment_id;
update payments payment set credit_item_id = credit.credit_item_id
from credit_anew credit
where next_entry_number is null and payment.end_customer_id = credit.end_customer_id
  and payment.payment_id = credit.payment_id and payment.credit_item_id is null;
update payments payment set credit_item_id = gen_random_uuid()
from open_items item
join journal_entries entry on entry.end_customer_id = item.end_customer_id and entry.entry_number = item.entry_number
where item.payment_id is not null and item.open_amount_minor = 0 and item.base_open_amount_minor = 0
  and payment.end_customer_id = item.end_customer_id and payment.payment_id = item.payment_id
  and coalesce(payment.credit_item_id, payment.payment_id) = item.open_item_id
  and payment.booked_by is distinct from entry.source_id;

update open_items item
set used_from = span.used_from, closed_on = span.closed_on, rest_from = span.rest_from, rest_minor = span.rest_minor,
  rest_base_minor = span.rest_base_minor
from (
  select end_customer_id, array_agg(distinct open_item_id) as items
  from credit_anew cross join lateral (values (payment_id), (credit_item_id)) moved (open_item_id)
  group by end_customer_id
) changed
cross join lateral spans_of_items(changed.end_customer_id, changed.items) span
where item.end_customer_id = changed.end_customer_id and item.open_item_id = span.open_item_id;

-- Statements add up what is behind a watermark; the next refresh folds it.
delete from partner_period_totals where end_customer_id in (select end_customer_id from credit_anew);
delete from other_side_totals where end_customer_id in (select end_customer_id from credit_anew);
delete from partner_names where end_customer_id in (select end_customer_id from credit_anew);
delete from control_account_totals where end_customer_id in (select end_customer_id from credit_anew where is_elsewhere);
update statement_watermarks set partner_entry_number = 0, named_entry_number = 0
where end_customer_id in (select end_customer_id from credit_anew);
update statement_watermarks set control_entry_number = 0
where end_customer_id in (select end_customer_id from credit_anew where is_elsewhere);

import { Client } from 'pg'

/** Days of the history, which ends today. */
const DAYS = 730
const AT_ONCE = 10_000

/**
 * Fills the books of an end customer with two years of bank entries and the journal entries that book them, by SQL through
 * the triggers of the tables. One in ten is booked up to three days later. One in ten thousand is not booked, one in ten
 * thousand is dismissed, one line in ten thousand has no bank entry, and one entry in a thousand was booked twice, until one
 * of the bookings was reversed up to two months later.
 */
export async function bookBankEntries(
  database_url: string,
  end_customer_id: string,
  account: string,
  entries: number,
): Promise<void> {
  const client = new Client({ connectionString: database_url })
  await client.connect()
  try {
    await client.query(PLAN, [entries, DAYS])
    await client.query('create index on planned (entry_number)')
    await client.query('analyze planned')
    await client.query(YEARS, [end_customer_id, DAYS])
    for (let from = 0; from <= entries * 1.01; from += AT_ONCE) {
      const step = [end_customer_id, from, from + AT_ONCE - 1]
      await client.query(JOURNAL, step)
      await client.query(BANK_ENTRIES, [...step, account])
    }
    for (let from = 0; from <= entries; from += AT_ONCE)
      await client.query(USES, [end_customer_id, from, from + AT_ONCE - 1])
    await client.query(GIVEN_BACK, [end_customer_id])
    await client.query(DISMISSALS, [end_customer_id])
    await client.query(STATEMENTS, [end_customer_id, account])
  } finally {
    await client.end()
  }
}

/** Days count from the first one; entry_number is null where nothing is booked. The same numbers in each run. */
const PLAN = `
  create temp table planned as
  with seeded as materialized (select setseed(0.5)),
  booking as materialized (
    select item, (item * $2::bigint / ($1::bigint + 1))::integer as day, random() as chance,
      (100 + (random() * 100000)::bigint) * case when random() < 0.6 then 1 else -1 end as amount
    from seeded, generate_series(1, $1::integer) item
  ), line as (
    select item, day, amount, 'entry' as kind, null::bigint as books
    from booking
    union all
    select item, day, amount, 'again', 1 from booking where item % 1000 = 500
    union all
    select item, day, -amount, 'reversal', 2 from booking where item % 1000 = 500
    union all
    select item, day, amount, 'line', 3 from booking where item % 10000 = 5000
  )
  select item, day, amount, kind,
    case when kind <> 'entry' or item % 10000 not in (1, 2) then row_number() over (
      partition by kind = 'entry' and item % 10000 in (1, 2) order by item, books nulls first
    ) end as entry_number,
    least(day + case
      when item % 10 = 0 and kind = 'entry' then item % 4
      when kind = 'reversal' then item / 1000 % 60
      else 0
    end, $2::integer - 1)::integer as posted_day,
    case when kind = 'entry' then case item % 10000 when 1 then 'unbooked' when 2 then 'dismissed' else 'booked' end end as state
  from line
`

const YEARS = `
  insert into fiscal_years (end_customer_id, fiscal_year_id, start_date, end_date)
  select $1::uuid, 'FY' || year, make_date(year, 1, 1), make_date(year, 12, 31)
  from generate_series(extract(year from current_date - $2::integer)::integer, extract(year from current_date)::integer) year
  where not exists (select from fiscal_years where end_customer_id = $1::uuid and fiscal_year_id = 'FY' || year)
`

const dayOf = (column: string) => `(current_date - ${DAYS - 1} + ${column})`
const idOf = (what: string, column: string) => `md5($1::text || '${what}' || ${column})::uuid`

/** The hashes are made up: nothing here verifies them, and the triggers want a chain. */
const JOURNAL = `
  with entry as materialized (
    select entry_number, item, kind, amount, ${dayOf('posted_day')} as posting_date from planned
    where entry_number between $2::integer and $3::integer
  ), posted as (
    insert into journal_entries (
      end_customer_id, entry_number, journal_entry_id, fiscal_year_id, posting_date, document_date, description,
      source_type, source_id, source_snapshot, reversal_of, rule_version, actor_id, request_id, currency, line_count,
      total_minor, posted_at, previous_hash, entry_hash
    )
    select $1::uuid, entry_number, ${idOf('journal', 'entry_number')}, 'FY' || extract(year from posting_date),
      posting_date, posting_date, 'Buchung ' || item, 'bench',
      case kind when 'reversal' then ${idOf('again', 'item')} when 'again' then ${idOf('again', 'item')}
        else ${idOf('source', 'entry_number')} end,
      '{}', case when kind = 'reversal' then ${idOf('journal', '(entry_number - 1)')} end, 1, 'bench', 'bench', 'CHF', 2,
      abs(amount), now(), lpad(to_hex(entry_number - 1), 64, '0'), lpad(to_hex(entry_number), 64, '0')
    from entry
  )
  insert into journal_lines (
    end_customer_id, entry_number, line_number, account_code, posting_date, debit_minor, credit_minor,
    transaction_currency, transaction_minor
  )
  select $1::uuid, entry_number, line_number, case line_number when 1 then '1020' else '3400' end, posting_date,
    greatest(side, 0), greatest(-side, 0), 'CHF', abs(side)
  from entry, lateral (values (1, amount), (2, -amount)) line (line_number, side)
`

const BANK_ENTRIES = `
  with entry as materialized (
    select item, day, amount, state, ${idOf('entry', 'item')} as entry_id, ${dayOf('day')} as booking_date,
      md5($1::text || extract(year from ${dayOf('day')}) || extract(month from ${dayOf('day')}))::uuid as import_id
    from planned where state is not null and item between $2::integer and $3::integer
  ), kept as (
    insert into camt053_entries (
      end_customer_id, entry_id, import_id, canonical_entry_hash, occurrence, account, booking_date, currency,
      amount_minor, credit_debit, is_booked, is_reversal, entry, used_minor, created_at
    )
    select $1::uuid, entry_id, import_id, lpad(to_hex(item), 64, '0'), 1, $4::text, booking_date, 'CHF', abs(amount),
      case when amount > 0 then 'CRDT' else 'DBIT' end, true, false,
      jsonb_build_object('additional_info', 'Zahlung ' || item, 'booking_date', booking_date),
      case state when 'booked' then abs(amount) else 0 end, now()
    from entry
  )
  insert into camt053_statement_entries (
    end_customer_id, import_id, statement_number, position, account, statement_id, page, content_hash, entry_id
  )
  select $1::uuid, import_id, 0, item, $4::text, 'S', null, lpad(to_hex(item), 64, '0'), entry_id from entry
`

const USES = `
  insert into bank_entry_uses (
    end_customer_id, bank_entry_use_id, entry_id, used_by, source_id, journal_entry_id, line_number, amount_minor, state
  )
  select $1::uuid, ${idOf('use', 'item')}, ${idOf('entry', 'item')}, 'voucher', ${idOf('source', 'entry_number')},
    ${idOf('journal', 'entry_number')}, 1, abs(amount), 'posted'
  from planned where state = 'booked' and item between $2::integer and $3::integer
`

/** The uses that reversals gave back, with their day, which the trigger of such an update writes. */
const GIVEN_BACK = `
  insert into bank_entry_uses (
    end_customer_id, bank_entry_use_id, entry_id, used_by, source_id, journal_entry_id, line_number, amount_minor, state,
    released_at, given_back_on
  )
  select $1::uuid, gen_random_uuid(), ${idOf('entry', 'again.item')}, 'voucher', ${idOf('again', 'again.item')},
    ${idOf('journal', 'again.entry_number')}, 1, abs(again.amount), 'released', now(), ${dayOf('reversal.posted_day')}
  from planned again join planned reversal using (item)
  where again.kind = 'again' and reversal.kind = 'reversal'
`

const DISMISSALS = `
  with dismissed as (
    insert into bank_entry_dismissals (
      end_customer_id, dismissal_id, entry_id, reason, actor_id, request_id, created_at
    )
    select $1::uuid, gen_random_uuid(), ${idOf('entry', 'item')}, 'Irrtum der Bank', 'bench', 'bench', now()
    from planned where state = 'dismissed'
    returning entry_id, dismissal_id
  )
  update camt053_entries entry set dismissed_by = dismissal_id
  from dismissed where entry.end_customer_id = $1::uuid and entry.entry_id = dismissed.entry_id
`

/** A bank statement for each month. */
const STATEMENTS = `
  with month as (
    select md5($1::text || extract(year from booking_date) || extract(month from booking_date))::uuid as import_id,
      min(booking_date) as first_day, max(booking_date) as last_day, count(*) as entries,
      sum(amount) filter (where amount > 0) as credits, -sum(amount) filter (where amount < 0) as debits,
      sum(sum(amount)) over (order by min(booking_date)) as closing, row_number() over (order by min(booking_date)) as number
    from planned, lateral (select ${dayOf('day')} as booking_date) booked
    where state is not null
    group by 1
  )
  insert into camt053_imports (
    end_customer_id, import_id, state, file_sha256, size_bytes, message, statements, new_entry_count, linked_entry_count,
    payment_count, possible_repeat_count, actor_id, request_id, created_at, completed_at
  )
  select $1::uuid, import_id, 'imported', repeat('0', 64), 0, '{}', jsonb_build_array(jsonb_build_object(
    'statement_id', 'S-' || number, 'electronic_seq', number::text, 'legal_seq', null, 'created', null,
    'from', first_day || 'T00:00:00', 'to', last_day || 'T23:59:59', 'page', null, 'account_iban', $2::text,
    'account_other_id', null, 'account_currency', 'CHF', 'entry_count', entries,
    'opening', jsonb_build_object('signed_minor', (closing - credits + debits)::text, 'currency', 'CHF', 'date', first_day),
    'closing', jsonb_build_object('signed_minor', closing::text, 'currency', 'CHF', 'date', last_day),
    'sums', jsonb_build_array(jsonb_build_object('currency', 'CHF', 'booked_credits_minor', credits::text,
      'booked_debits_minor', debits::text)),
    'first_day', first_day, 'last_day', last_day
  )), entries, 0, 0, 0, 'bench', 'bench', now(), now()
  from month
`

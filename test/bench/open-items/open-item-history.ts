import { Client } from 'pg'

/** Days of the history, which ends today. */
const DAYS = 3_650
const DAYS_AT_ONCE = 73

/**
 * Fills the books of an end customer with ten years of invoices and their payments, by SQL through the triggers of journal
 * and open items: an entry for each day, with a line for each invoice and each payment of the day. An invoice is paid
 * 12 to 46 days later, one in twenty up to a year later, and one in ten in two parts; so about one in a hundred of them is
 * open on any day.
 */
export async function bookInvoices(database_url: string, end_customer_id: string, invoices: number): Promise<void> {
  const client = new Client({ connectionString: database_url })
  await client.connect()
  try {
    await client.query(PLAN, [invoices, DAYS])
    // Without them each step of days reads all lines once for each of its entries.
    await client.query('create index on planned (day)')
    await client.query('analyze planned')
    await client.query(YEARS, [end_customer_id, DAYS])
    for (let day = 0; day < DAYS; day += DAYS_AT_ONCE) {
      const days = [end_customer_id, day, day + DAYS_AT_ONCE - 1]
      await client.query(ENTRIES, days)
      await client.query(ITEMS, days)
      await client.query(CHANGES, days)
    }
  } finally {
    await client.end()
  }
}

/** Lines of control accounts with the number of the item; days count from the first one. The same numbers in each run. */
const PLAN = `
  create temp table planned as
  with seeded as materialized (select setseed(0.5)),
  invoice as materialized (
    select item, (item - 1) * $2::bigint / $1::bigint as opened, random() as chance, random() as delay,
      10000 + (random() * 990000)::bigint as amount, (random() * random() * 1000)::integer as partner
    from seeded, generate_series(1, $1::integer) item
  ), paid as (
    select item, amount, chance, opened, opened + 12 + (delay * case when chance < 0.05 then 353 else 34 end)::integer as closed
    from invoice
  ), line as (
    select item, opened as day, 1 as part, amount, partner from invoice
    union all
    select item, opened + 5 + ((closed - opened - 5) / 2)::integer, 2, -(amount / 3), null from paid where chance < 0.1
    union all
    select item, closed, 3, case when chance < 0.1 then amount / 3 else 0 end - amount, null from paid
  )
  select item, day::integer, part, amount, partner, row_number() over (partition by day order by part, item) as line_number
  from line where day < $2::bigint
`

const YEARS = `
  insert into fiscal_years (end_customer_id, fiscal_year_id, start_date, end_date)
  select $1::uuid, 'FY' || year, make_date(year, 1, 1), make_date(year, 12, 31)
  from generate_series(extract(year from current_date - $2::integer)::integer, extract(year from current_date)::integer) year
  where not exists (select from fiscal_years where end_customer_id = $1::uuid and fiscal_year_id = 'FY' || year)
`

const DATE = `current_date - ${DAYS - 1} + day`

/** The hashes are made up: nothing here verifies them, and the triggers want a chain. */
const ENTRIES = `
  with entry as materialized (
    select day, day + 1 as entry_number, ${DATE} as posting_date, count(*) as lines, sum(amount) as net,
      sum(amount) filter (where amount > 0) as debit, -sum(amount) filter (where amount < 0) as credit
    from planned where day between $2::integer and $3::integer
    group by day
  ), posted as (
    insert into journal_entries (
      end_customer_id, entry_number, journal_entry_id, fiscal_year_id, posting_date, document_date, description,
      source_type, source_id, source_snapshot, rule_version, actor_id, request_id, currency, line_count, total_minor,
      posted_at, previous_hash, entry_hash
    )
    select $1::uuid, entry_number, gen_random_uuid(), 'FY' || extract(year from posting_date), posting_date, posting_date,
      'Rechnungen und Zahlungen', 'bench', gen_random_uuid(), '{}', 1, 'bench', 'bench', 'CHF', lines + 1,
      greatest(coalesce(debit, 0), coalesce(credit, 0)), now(), lpad(to_hex(entry_number - 1), 64, '0'),
      lpad(to_hex(entry_number), 64, '0')
    from entry
  )
  insert into journal_lines (
    end_customer_id, entry_number, line_number, account_code, posting_date, debit_minor, credit_minor,
    transaction_currency, transaction_minor
  )
  select $1::uuid, day + 1, line_number, '1100', ${DATE}, greatest(amount, 0), greatest(-amount, 0), 'CHF', abs(amount)
  from planned where day between $2::integer and $3::integer
  union all
  select $1::uuid, entry_number, lines + 1, case when net > 0 then '3400' else '1020' end, posting_date, greatest(-net, 0),
    greatest(net, 0), 'CHF', abs(net)
  from entry
`

const ITEM_ID = `(lpad(to_hex(item), 12, '0') || '70008000' || substr(md5($1::text || item), 1, 12))::uuid`

const ITEMS = `
  insert into open_items (
    end_customer_id, open_item_id, kind, account_code, source_fact_id, journal_entry_id, entry_number, line_number,
    posting_date, partner_name, partner_reference, document_number, document_date, due_date, payment_reference, currency,
    amount_minor, base_amount_minor, open_amount_minor, base_open_amount_minor, created_at
  )
  select $1::uuid, ${ITEM_ID}, 'receivable', '1100', gen_random_uuid(), journal_entry_id, entry.entry_number, line_number,
    entry.posting_date, 'Kundin ' || md5(partner::text) || ' AG', 'K-' || partner, 'R-' || item, entry.posting_date,
    entry.posting_date + 30, lpad(item::text, 27, '0'), 'CHF', amount, amount, amount, amount, now()
  from planned
  join journal_entries entry on entry.end_customer_id = $1::uuid and entry.entry_number = day + 1
  where part = 1 and day between $2::integer and $3::integer
`

const CHANGES = `
  insert into open_item_changes (
    end_customer_id, entry_number, line_number, open_item_id, posting_date, amount_minor, base_amount_minor, purpose
  )
  select $1::uuid, day + 1, line_number, ${ITEM_ID}, ${DATE}, amount, amount, 'payment'
  from planned
  where part > 1 and day between $2::integer and $3::integer
`

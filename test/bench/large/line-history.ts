import { Client } from 'pg'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'

/** Lines of an invoice and of its payment. */
const LINES_OF_PAIR = 5
/** Invoices that are not paid yet, however many there were: lists of what is open have the same length in every journal. */
const UNPAID = 500
const PAIRS_AT_ONCE = 5_000

/** What the pages begin behind that are furthest from the beginning. */
export type History = { readonly customer: string; readonly entries: number }

/**
 * Fills the books of an end customer by SQL through the triggers of journal and open items: invoices of three lines, of which each is
 * paid when five hundred others have followed, from the first day of the last year to today, with an event for each entry.
 *
 * @param snapshot the request as it was booked, of the usual size
 */
export async function bookLines(
  database_url: string,
  customer: string,
  lines: number,
  snapshot: object,
): Promise<History> {
  const today = todayInSwitzerland()
  const first = `${Number(today.slice(0, 4)) - 1}-01-01`
  const days = (Date.parse(today) - Date.parse(first)) / 86_400_000
  const pairs = Math.ceil((lines + 2 * UNPAID) / LINES_OF_PAIR)
  const client = new Client({ connectionString: database_url })
  await client.connect()
  try {
    await client.query(YEARS, [customer, first])
    for (let pair = 1; pair <= pairs; pair += PAIRS_AT_ONCE) {
      const range = [customer, pair, Math.min(pair + PAIRS_AT_ONCE - 1, pairs), pairs, first, days]
      await client.query(ENTRIES, [...range, JSON.stringify(snapshot)])
      await client.query(ITEMS, range)
      await client.query(CHANGES, range)
      await client.query(EVENTS, range.slice(0, 3))
      // Statements that are planned for an almost empty table read all of it later.
      if (pair === 1) await client.query('analyze')
    }
    const entries = 2 * pairs - UNPAID
    await client.query('insert into event_heads (end_customer_id, last_event_number) values ($1::uuid, $2::bigint)', [
      customer,
      entries,
    ])
    return { customer, entries }
  } finally {
    await client.end()
  }
}

const YEARS = `
  insert into fiscal_years (end_customer_id, fiscal_year_id, start_date, end_date)
  select $1::uuid, 'FY' || year, make_date(year, 1, 1), make_date(year, 12, 31)
  from generate_series(extract(year from $2::date)::integer, extract(year from current_date)::integer) year
  where not exists (select from fiscal_years where end_customer_id = $1::uuid and fiscal_year_id = 'FY' || year)
`

const INVOICE_NUMBER = `pair + greatest(pair - ${UNPAID} - 1, 0)`
const PAYMENT_NUMBER = `2 * pair - ${UNPAID}`
const DATE = '$5::date + ((pair - 1) * $6::bigint / $4::bigint)::integer'
const IS_PAID = `pair <= $4::bigint - ${UNPAID}`

/** The hashes are made up: nothing here verifies them, and the triggers want a chain. */
const ENTRIES = `
  with entry as materialized (
    select true as is_invoice, pair as item, ${INVOICE_NUMBER} as entry_number, ${DATE} as posting_date
    from generate_series($2::bigint, $3::bigint) pair
    union all
    select false, pair - ${UNPAID}, ${PAYMENT_NUMBER}, ${DATE}
    from generate_series($2::bigint, $3::bigint) pair where pair > ${UNPAID}
  ), posted as (
    insert into journal_entries (
      end_customer_id, entry_number, journal_entry_id, fiscal_year_id, posting_date, document_date, description,
      source_type, source_id, source_snapshot, rule_version, actor_id, request_id, currency, line_count, total_minor,
      posted_at, previous_hash, entry_hash
    )
    select $1::uuid, entry_number, gen_random_uuid(), 'FY' || extract(year from posting_date), posting_date, posting_date,
      case when is_invoice then 'Rechnung R-' else 'Zahlung von R-' end || item, 'bench', gen_random_uuid(), $7::jsonb, 1,
      'bench', 'bench', 'CHF', case when is_invoice then 3 else 2 end, 10810, now(),
      lpad(to_hex(entry_number - 1), 64, '0'), lpad(to_hex(entry_number), 64, '0')
    from entry
  )
  insert into journal_lines (
    end_customer_id, entry_number, line_number, account_code, posting_date, debit_minor, credit_minor,
    transaction_currency, transaction_minor
  )
  select $1::uuid, entry_number, line_number, account_code, posting_date, debit, credit, 'CHF', debit + credit
  from entry
  join (values
    (true, 1, '1100', 10810, 0), (true, 2, '3400', 0, 10000), (true, 3, '2200', 0, 810),
    (false, 1, '1020', 10810, 0), (false, 2, '1100', 0, 10810)
  ) as line (is_invoice, line_number, account_code, debit, credit) using (is_invoice)
`

const itemId = (item: string) =>
  `(lpad(to_hex(${item}), 12, '0') || '70008000' || substr(md5($1::text || (${item})), 1, 12))::uuid`

const ITEMS = `
  insert into open_items (
    end_customer_id, open_item_id, kind, account_code, source_fact_id, journal_entry_id, entry_number, line_number,
    posting_date, partner_name, partner_reference, document_number, document_date, due_date, payment_reference, currency,
    amount_minor, base_amount_minor, open_amount_minor, base_open_amount_minor, state, created_at
  )
  select $1::uuid, ${itemId('pair')}, 'receivable', '1100', source_id, journal_entry_id, entry.entry_number, 1,
    posting_date, 'Kundin ' || pair % 200 || ' AG', 'K-' || pair % 200, 'R-' || pair, posting_date, posting_date + 30,
    lpad(pair::text, 27, '0'), 'CHF', 10810, 10810, rest, rest, case when rest = 0 then 'settled' else 'open' end, now()
  from (
    select pair, ${INVOICE_NUMBER} as entry_number, ${DATE} as posting_date, case when ${IS_PAID} then 0 else 10810 end as rest
    from generate_series($2::bigint, $3::bigint) pair
  ) invoice
  join journal_entries entry using (entry_number, posting_date)
  where entry.end_customer_id = $1::uuid
`

const CHANGES = `
  insert into open_item_changes (
    end_customer_id, entry_number, line_number, open_item_id, posting_date, amount_minor, base_amount_minor, purpose
  )
  select $1::uuid, ${PAYMENT_NUMBER}, 2, ${itemId(`pair - ${UNPAID}`)}, ${DATE}, -10810, -10810, 'payment'
  from generate_series($2::bigint, $3::bigint) pair
  where pair > ${UNPAID}
`

const EVENTS = `
  insert into events (
    end_customer_id, event_number, event_type, subject_type, subject_id, journal_entry_id, blocker_codes
  )
  select end_customer_id, entry_number, 'fact.posted', 'source_fact', source_id, journal_entry_id, '{}'
  from journal_entries
  where end_customer_id = $1::uuid
    and entry_number between $2::bigint + greatest($2::bigint - ${UNPAID} - 1, 0) and greatest($3::bigint, 2 * $3::bigint - ${UNPAID})
`

import { Client } from 'pg'

/** Tax records of an entry: sales at three rates, exports, and input tax. */
export const RECORDS_OF_ENTRY = 10
const AT_ONCE = 5_000

/**
 * Fills the books of an end customer with a year of entries with tax, by SQL through the triggers of the journal. The days
 * ascend. A single one, in the middle of the year, has deducted tax by the code K410.
 *
 * @param from number of the entry before the first
 * @param through number of the last entry
 * @param of number of entries by which the year is divided
 */
export async function bookTax(
  database_url: string,
  end_customer_id: string,
  year: number,
  { from, through, of }: { readonly from: number; readonly through: number; readonly of: number },
): Promise<void> {
  const client = new Client({ connectionString: database_url })
  await client.connect()
  try {
    for (let after = from; after < through; after += AT_ONCE)
      await client.query(ENTRIES, [end_customer_id, year, after, Math.min(after + AT_ONCE, through), of])
  } finally {
    await client.end()
  }
}

/** The hashes are made up: nothing here verifies them, and the triggers want a chain. */
const ENTRIES = `
  with entry as materialized (
    select entry_number, make_date($2::integer, 1, 1) + (((entry_number - 1) * 365) / $5::bigint)::integer as posting_date,
      entry_number = $5::bigint / 2 as is_rare
    from generate_series($3::bigint + 1, $4::bigint) entry_number
  ), line as materialized (
    select entry_number, posting_date, place, account_code, side,
      case when place = 10 and is_rare then 'K410' else tax_code end as tax_code, rate_bp,
      case when place = 10 and is_rare then 'input_correction' else direction end as direction,
      case when place = 10 and is_rare then '410' else form_figure end as form_figure,
      10000 + (entry_number * 7919 + place * 104729) % 990000 as base_minor
    from entry
    cross join (
      values (1, '2200', -1, 'V81', 810, 'output', '303'), (2, '2200', -1, 'V81', 810, 'output', '303'),
        (3, '2200', -1, 'V81', 810, 'output', '303'), (4, '2200', -1, 'V81', 810, 'output', '303'),
        (5, '2200', -1, 'V26', 260, 'output', '313'), (6, '2200', -1, 'V26', 260, 'output', '313'),
        (7, '2200', -1, 'V38', 380, 'output', '343'), (8, '1171', 1, 'I81', 810, 'input_operating', '405'),
        (9, '1171', 1, 'I81', 810, 'input_operating', '405'), (10, '1170', 1, 'M81', 810, 'input_material', '400')
    ) part (place, account_code, side, tax_code, rate_bp, direction, form_figure)
  ), taxed as materialized (
    select *, (base_minor * rate_bp + 5000) / 10000 as tax_minor from line
  ), total as materialized (
    select entry_number, posting_date, sum(-side * (base_minor + tax_minor)) as net,
      sum(tax_minor) filter (where side = 1) as debit_tax, sum(tax_minor) filter (where side = -1) as credit_tax,
      sum(base_minor) filter (where side = 1) as debit_base, sum(base_minor) filter (where side = -1) as credit_base
    from taxed group by entry_number, posting_date
  ), posted as (
    insert into journal_entries (
      end_customer_id, entry_number, journal_entry_id, fiscal_year_id, posting_date, document_date, description,
      source_type, source_id, source_snapshot, rule_version, actor_id, request_id, currency, line_count, total_minor,
      posted_at, previous_hash, entry_hash
    )
    select $1::uuid, entry_number, gen_random_uuid(), 'FY' || $2::integer, posting_date, posting_date, 'Tagesumsatz',
      'bench', gen_random_uuid(), '{"request": {}, "evidence_hashes": {}}', 4, 'bench', 'bench', 'CHF',
      ${RECORDS_OF_ENTRY} + 3, debit_tax + debit_base + greatest(net, 0), now(), lpad(to_hex(entry_number - 1), 64, '0'),
      lpad(to_hex(entry_number), 64, '0')
    from total
  ), amount as (
    select entry_number, posting_date, place, account_code, side * tax_minor as amount, jsonb_build_object(
        'tax_code', tax_code, 'direction', direction, 'rate_bp', rate_bp, 'form_figure', form_figure,
        'supply_date', posting_date, 'currency', 'CHF', 'base_minor', base_minor, 'tax_minor', tax_minor
      ) as tax
    from taxed
    union all
    select entry_number, posting_date, ${RECORDS_OF_ENTRY} + 1, '3400', -credit_base, null from total
    union all
    select entry_number, posting_date, ${RECORDS_OF_ENTRY} + 2, '6500', debit_base, null from total
    union all
    select entry_number, posting_date, ${RECORDS_OF_ENTRY} + 3, '1020', net, null from total
  )
  insert into journal_lines (
    end_customer_id, entry_number, line_number, account_code, posting_date, debit_minor, credit_minor,
    transaction_currency, transaction_minor, tax
  )
  select $1::uuid, entry_number, place, account_code, posting_date, greatest(amount, 0), greatest(-amount, 0), 'CHF',
    abs(amount), tax
  from amount
`

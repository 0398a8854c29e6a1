import type { TaxSnapshot } from '../../accounting/documents/tax-record.ts'
import type { PostedTax } from '../../accounting/vat/filing/stranded-by-change.ts'
import { type Db, row, sql } from '../db/database.ts'
import { type AmountsAsText, amountsFromText } from '../db/json.ts'

/** Entries that are looked at with one query, so that none runs into the statement timeout. */
const PAGE = 50_000n

type RecordRow = { journal_entry_id: string; day: string; record: AmountsAsText<TaxSnapshot> }

/**
 * Tax that counts on some days and is of a supply on others, in the order of the journal.
 *
 * @param numbers those of the entry before the first, and of the last one
 * @param last_day null: no end
 */
export async function findRecordsOfOtherDays(
  db: Db,
  end_customer_id: string,
  [first, last]: readonly [bigint, bigint],
  [first_day, last_day]: readonly [string, string | null],
): Promise<readonly PostedTax[]> {
  const found: PostedTax[] = []
  for (let after = first; after < last; after += PAGE) {
    const page = await db.any(sql.type(row<RecordRow>())`
      select journal_entry_id, stated.posting_date as day,
        record || jsonb_build_object('base_minor', record ->> 'base_minor', 'tax_minor', record ->> 'tax_minor') as record
      from (
        select entry_number, line_number, record_number, posting_date, record, (record ->> 'supply_date')::date as supply_date
        from tax_records_between(${end_customer_id}, ${after}, ${after + PAGE < last ? after + PAGE : last})
        where kind like 'due%' or kind like 'declared%'
      ) stated
      join journal_entries on end_customer_id = ${end_customer_id} and journal_entries.entry_number = stated.entry_number
      where stated.posting_date >= ${first_day} and (${last_day}::date is null or stated.posting_date <= ${last_day}::date)
        and (supply_date < ${first_day} or supply_date > ${last_day}::date)
      order by stated.entry_number, line_number, record_number
    `)
    found.push(...page.map(({ record, ...one }) => ({ ...one, record: amountsFromText<TaxSnapshot>(record) })))
  }
  return found
}

import { type Db, sql } from '../../db/database.ts'
import { listPage, type Page } from '../../db/pages/list-page.ts'
import type { BankEntryUseJson } from './bookings.ts'

/** A page of the uses of a bank entry that are not released, oldest first. @param after the last use before the page */
export function listUsesOfBankEntry(
  db: Db,
  end_customer_id: string,
  entry_id: string,
  after: string | null,
  limit: number,
): Promise<Page<BankEntryUseJson>> {
  return listPage<BankEntryUseJson>(
    db,
    sql.fragment`
    select bank_entry_use_id, used_by, source_id, payment_id, journal_entry_id, line_number, amount_minor::text, state, reason
    from bank_entry_uses
    where end_customer_id = ${end_customer_id} and entry_id = ${entry_id} and state <> 'released' and (
      ${after}::uuid is null or (created_at, bank_entry_use_id) > (
        select created_at, bank_entry_use_id from bank_entry_uses
        where end_customer_id = ${end_customer_id} and entry_id = ${entry_id} and bank_entry_use_id = ${after}::uuid
      )
    )
    order by created_at, bank_entry_use_id
    limit ${limit + 1}
  `,
    limit,
  )
}

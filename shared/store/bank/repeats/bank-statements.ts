import { type Db, row, sql } from '../../db/database.ts'
import type { BankStatementFigures } from '../camt053-imports.ts'

/** A bank statement of an import, or one page of it. */
export type BankStatementRow = { import_id: string; statement_number: number; figures: BankStatementFigures }

/** The newest bank statements of an account; one that has more is compared with these only. */
const MOST_STATEMENTS = 10_000

/** Bank statements of an account that have bank entries of a day or of later ones, as far as they say their days. */
export async function findBankStatementsSince(
  db: Db,
  end_customer_id: string,
  bank_account: string,
  first_day: string | null,
): Promise<readonly BankStatementRow[]> {
  const found = await db.any(sql.type(row<BankStatementRow>())`
    select import_id, statement_number, figures from camt053_statements
    where end_customer_id = ${end_customer_id} and left(account, 100) = any(array(
        select left(name, 100) from unnest(bank_account_names(${end_customer_id}, ${bank_account})) name
      ))
      and (${first_day}::text is null or until is null or until >= ${first_day})
    order by import_id desc, statement_number
    limit ${MOST_STATEMENTS}
  `)
  // Some may have come under its QR-IBAN.
  return found.map((statement) => ({ ...statement, figures: { ...statement.figures, bank_account } }))
}

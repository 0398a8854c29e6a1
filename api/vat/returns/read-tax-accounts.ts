import type { TaxAccount } from '../../../shared/accounting/vat/return/tie.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { readActivity, type StatementAccountRow } from '../../../shared/store/statements/account-period-totals.ts'
import { listTaxAccounts, type ReturnScope, sumRecordedTax } from '../../../shared/store/vat/tax-accounts.ts'

/** The accounts of tax with what they moved in a period: those that play a role of tax, and all on which tax was ever recorded. */
export async function readTaxAccounts(db: Db, scope: ReturnScope): Promise<readonly TaxAccount[]> {
  const { end_customer_id, from, to, as_of } = scope
  const rows = await readActivity(db, end_customer_id, ['0001-01-01', from], to, as_of)
  const codes = await listTaxAccounts(db, scope)
  return accountsOf(rows, codes, await sumRecordedTax(db, scope))
}

function accountsOf(
  rows: readonly StatementAccountRow[],
  codes: readonly string[],
  recorded: Awaited<ReturnType<typeof sumRecordedTax>>,
): TaxAccount[] {
  const byAccount = Map.groupBy(rows, ({ account_code }) => account_code)
  return codes.flatMap((account_code) => {
    const its = byAccount.get(account_code) ?? []
    const [first] = its
    if (!first) return []
    const owed = (isWanted: (row: StatementAccountRow) => boolean) =>
      its.filter(isWanted).reduce((sum, { debit_minor, credit_minor }) => sum + credit_minor - debit_minor, 0n)
    // Balances that are brought in within the period were there before it.
    const isOpening = ({ bucket, entry_type }: StatementAccountRow) => bucket === 0 || entry_type === 'opening'
    const opening_minor = owed(isOpening)
    const recorded_minor = recorded.get(account_code) ?? 0n
    const other_minor = owed((row) => !isOpening(row)) - recorded_minor
    return [{ account_code, account_name: first.account_name, opening_minor, recorded_minor, other_minor }]
  })
}

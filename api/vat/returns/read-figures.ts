import type { RegisteredPart } from '../../../shared/accounting/vat/return/periods.ts'
import type { TaxedActivity } from '../../../shared/accounting/vat/return/tax-total.ts'
import { owedOf, type TaxAccount, type Tie, tieOf } from '../../../shared/accounting/vat/return/tie.ts'
import { type VatReturn, vatReturnOf } from '../../../shared/accounting/vat/return/vat-return.ts'
import type { Submission } from '../../../shared/contract/vat/vat-filings.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { findTaxTakenOver, type TakenOverOnAccount } from '../../../shared/store/vat/consideration/tax-taken-over.ts'
import { type ReturnScope, taxOfOtherPeriods } from '../../../shared/store/vat/tax-accounts.ts'
import { taxOfYear } from '../../../shared/store/vat/tax-of-year.ts'
import { taxOfPeriod } from '../../../shared/store/vat/tax-totals.ts'
import { readTaxAccounts } from './read-tax-accounts.ts'
import { withTaxTakenOver } from './tax-taken-over.ts'

type Figures = {
  readonly vat_return: VatReturn
  readonly tie: Tie
  readonly accounts: readonly TaxAccount[]
  readonly taken_over: readonly TakenOverOnAccount[]
  readonly is_by_rate: true
}
type RegisteredMethod = {
  readonly part: RegisteredPart
  readonly method: 'effective' | 'net_tax_rate'
  readonly activities: readonly TaxedActivity[]
  /** Tax that becomes due with payments, now or once. */
  readonly has_not_due: boolean
}

/**
 * The figures of a return, tied to the tax accounts. The reconciliation of a year has differences alone.
 *
 * @param after the last entry of the reconciliation before, of the same year
 */
export function readFigures(
  tx: Db,
  scope: ReturnScope,
  registered: RegisteredMethod,
  submission: Submission,
  after: bigint,
): Promise<Figures> {
  return submission === 'annual_reconciliation' ? ofYear(tx, scope, registered, after) : ofPeriod(tx, scope, registered)
}

async function ofPeriod(
  tx: Db,
  scope: ReturnScope,
  { part, has_not_due, ...registered }: RegisteredMethod,
): Promise<Figures> {
  const { not_due, declared_annually, ...whole } = await taxOfPeriod(tx, scope)
  const { in_return } = part.is_cut ? await taxOfPeriod(tx, { ...scope, ...part }) : whole
  const vat_return = vatReturnOf(in_return, { ...registered, last_day: part.to })
  const elsewhere = (await taxOfOtherPeriods(tx, scope)) + owedOf(declared_annually)
  const accounts = await readTaxAccounts(tx, scope)
  const tie = tieOf(vat_return, not_due, accounts, elsewhere)
  const taken_over = has_not_due ? await findTaxTakenOver(tx, { ...scope, ...part }) : []
  return { vat_return, accounts: withTaxTakenOver(accounts, taken_over), tie, taken_over, is_by_rate: true }
}

/** Its accounts have what its records say: their balances belong to the returns of the periods. */
async function ofYear(
  tx: Db,
  scope: ReturnScope,
  { part, ...registered }: RegisteredMethod,
  after: bigint,
): Promise<Figures> {
  const { in_return, owed } = await taxOfYear(tx, { ...scope, ...part }, after)
  const vat_return = vatReturnOf(in_return, { ...registered, last_day: part.to })
  const accounts = owed.map(({ account_code, owed_minor }) => ({
    account_code,
    account_name: account_code,
    opening_minor: 0n,
    recorded_minor: owed_minor,
    other_minor: 0n,
  }))
  return { vat_return, accounts, tie: tieOf(vat_return, [], accounts), taken_over: [], is_by_rate: true }
}

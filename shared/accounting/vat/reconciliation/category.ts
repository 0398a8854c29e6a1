import type { TurnoverCategory } from '../../../contract/vat/vat-reconciliation.ts'
import type { AccountClass, TaxedMovement } from './taxed-movement.ts'

const BY_COUNTER: Readonly<Partial<Record<AccountClass, TurnoverCategory>>> = {
  accrual: 'accrual',
  tax: 'tax',
  fixed_asset: 'disposal',
  private: 'private_share',
  advance: 'advance',
}
const BY_ACCOUNT: Readonly<Partial<Record<AccountClass, TurnoverCategory>>> = {
  revenue: 'recorded',
  fixed_asset: 'disposal',
  private: 'private_share',
  advance: 'advance',
  accrual: 'accrual',
  none: 'not_booked',
}

/**
 * Turnover belongs to the account that has booked it, and what has no record to the account on the other side.
 *
 * @source MWSTV Art. 128 Abs. 1; practice of the yearly reconciliation
 */
export function categoryOf(movement: TaxedMovement, classOf: (code: string) => AccountClass): TurnoverCategory {
  const { part, entry_type, account_code, counter_code, kind } = movement
  if (kind.startsWith('declared')) return 'declared_with_payment'
  const [account, counter] = [classOf(account_code), classOf(counter_code)]
  if (part === 'rest') {
    if (entry_type === 'takeover') return 'takeover'
    return BY_COUNTER[counter] ?? (account === 'expense' ? 'credit_on_expense' : 'without_code')
  }
  if (account === 'expense') return counter === 'private' ? 'private_share' : 'credit_on_expense'
  return BY_ACCOUNT[account] ?? 'other_account'
}

import type { TurnoverCategory } from '../../../contract/vat/vat-reconciliation.ts'
import type { AccountClass, MeaningOfAccounts, TaxedMovement } from './taxed-movement.ts'

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
export function categoryOf(movement: TaxedMovement, meaning: MeaningOfAccounts): TurnoverCategory {
  if (movement.kind.startsWith('declared')) return 'declared_with_payment'
  return movement.part === 'rest' ? categoryOfRest(movement, meaning) : categoryOfRecord(movement, meaning)
}

/** The rate of a currency changes no turnover, whatever account is on the other side. */
function categoryOfRest(
  { entry_type, account_code, counter_code }: TaxedMovement,
  { classOf, causeOf }: MeaningOfAccounts,
): TurnoverCategory {
  if (entry_type === 'takeover') return 'takeover'
  const cause = causeOf(account_code)
  if (cause === 'exchange_difference') return cause
  const unnamed = classOf(account_code) === 'expense' ? 'credit_on_expense' : 'without_code'
  return BY_COUNTER[classOf(counter_code)] ?? cause ?? unnamed
}

/** Under received consideration a record stands on its item where nothing of its tax was booked: at net rates. */
function categoryOfRecord(
  { account_code, counter_code, kind }: TaxedMovement,
  { classOf, causeOf }: MeaningOfAccounts,
): TurnoverCategory {
  const account = classOf(account_code)
  const isOnItem = account === 'item'
  // What the rate of a payment makes of the tax stands with it where the money has no difference.
  const isOfRate = isOnItem || account === 'tax' || causeOf(account_code) === 'exchange_difference'
  if (kind === 'not_due' && isOfRate) return 'exchange_difference'
  if (kind === 'extinguished' && isOnItem) return 'reduction'
  if (account === 'expense') return classOf(counter_code) === 'private' ? 'private_share' : 'credit_on_expense'
  return BY_ACCOUNT[account] ?? 'other_account'
}

import { type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import { type AllocationRequest, moneyOfLine, sumOfMoney } from '../../../shared/contract/settlement/allocations.ts'
import type { PaymentRow } from '../../../shared/store/bank/payments.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import type { LockedItem } from '../../../shared/store/open-items/locked-open-items.ts'
import { findCreditor, findDayOfCredit } from '../../../shared/store/open-items/payment-credit.ts'
import { requireMoneyAccount } from '../require-money-account.ts'
import type { BankUse } from '../room/require-room-on-days.ts'
import type { AllocatedMoney } from './allocation-rules.ts'
import { lockPaymentToAllocate } from './lock-payment-to-allocate.ts'
import { requireUnbooked } from './require-unbooked.ts'

/** What an allocation takes, and the day on which it is booked. */
export type MoneyToAllocate = AllocatedMoney & {
  readonly posting_date: string
  /** What it uses of bank entries; nothing where the money is booked already. */
  readonly uses: readonly BankUse[]
}

/**
 * The payment of an allocation, locked, the account that its money moves on, or nothing. It comes after the documents.
 *
 * @param items that it names
 * @throws ApiError validation_failed where neither can be allocated
 */
export function lockMoneyToAllocate(
  tx: Tx,
  end_customer_id: string,
  request: AllocationRequest,
  items: readonly Pick<LockedItem, 'opened_on'>[],
): Promise<MoneyToAllocate> {
  const { payment_id, account_code } = request
  if (payment_id !== undefined && account_code !== undefined)
    throw refusal('/account_code', 'exactly_one', 'The payment says where its money is: leave account_code out.')
  if (payment_id !== undefined) return lockPaid(tx, end_customer_id, request, payment_id, items)
  if (account_code !== undefined) return moneyOnAccount(tx, end_customer_id, request, account_code)
  return withoutMoney(request)
}

async function lockPaid(
  tx: Tx,
  end_customer_id: string,
  { posting_date }: AllocationRequest,
  payment_id: string,
  items: readonly Pick<LockedItem, 'opened_on'>[],
): Promise<MoneyToAllocate> {
  const payment = await lockPaymentToAllocate(tx, end_customer_id, payment_id)
  const uses = await requireUnbooked(tx, payment)
  const { currency } = payment
  const creditor = await findCreditor(tx, payment)
  return { payment, currency, creditor, uses, posting_date: posting_date ?? (await firstDay(tx, payment, items)) }
}

/** The day of the payment; where a voucher has given its credit later, the first one on which that and the items are there. */
async function firstDay(tx: Tx, payment: PaymentRow, items: readonly Pick<LockedItem, 'opened_on'>[]): Promise<string> {
  const given_on = payment.booked_by === null ? null : await findDayOfCredit(tx, payment)
  if (given_on === null || given_on <= payment.day) return payment.day
  return items.reduce((last, { opened_on }) => (opened_on > last ? opened_on : last), given_on)
}

/** Money on an account is nobody's before: the allocation decides whose it is. */
async function moneyOnAccount(
  tx: Tx,
  end_customer_id: string,
  { posting_date, lines }: AllocationRequest,
  account_code: string,
): Promise<MoneyToAllocate> {
  if (posting_date === undefined)
    throw refusal('/posting_date', 'required', 'Without a payment, say on which day the money moved.')
  const [first] = lines
  const currency = first ? moneyOfLine(first).currency : ''
  await requireMoneyAccount(tx, end_customer_id, account_code, { currency, day: posting_date })
  return { payment: null, currency, creditor: null, uses: [], posting_date }
}

/** Items are closed against each other, or by what is deducted from them. */
async function withoutMoney({ posting_date, lines }: AllocationRequest): Promise<MoneyToAllocate> {
  const index = lines.findIndex(({ paid }) => paid !== undefined)
  if (index >= 0) throw refusal(`/lines/${index}/paid`, 'not_allowed', 'No money moves, so nothing of it was paid.')
  if (sumOfMoney(lines) !== 0n)
    throw refusal(
      '/payment_id',
      'required',
      'Name the payment, or the account_code on which the money stands; without money the lines sum up to nothing.',
    )
  if (posting_date === undefined)
    throw refusal('/posting_date', 'required', 'Without a payment, say on which day the items are set off.')
  return { payment: null, currency: lines[0]?.amount.currency ?? '', creditor: null, uses: [], posting_date }
}

function refusal(pointer: string, code: ErrorDetail['code'], message: string) {
  return validationFailed([{ pointer, code, message }])
}

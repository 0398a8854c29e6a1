import { expect } from 'chai'
import { post } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import { type Allocation, deductionsOf } from './money-allocations.ts'
import type { Command } from './money-commands.ts'
import { openAdvance, type Settlement } from './money-openings.ts'
import { isPaidByOrder, type Orders, orderedOf } from './money-orders.ts'
import { untaxedBy } from './money-tax.ts'
import { type Item, pick } from './money-vouchers.ts'

type SettleCommand = Extract<Command, { kind: 'settle' }>
type Settling = Orders & {
  readonly advances: Item[]
  readonly allocations: readonly Allocation[]
  readonly settlements: Settlement[]
}

/** A payable is paid, wholly, in part, with a deduction, or beyond what is open. */
export async function settle(model: Settling, { payable: at, amount: drawn, cash, off, over }: SettleCommand) {
  const payable = pick(model.payables, at)
  if (!payable) return
  // Now and then just what is ordered of it, which is taken for that.
  const amount = (drawn % 3 === 0 && orderedOf(model, payable)) || drawn
  const more = {
    ...(cash && { account_code: '1000' }),
    ...(over && { overpayment: 'advance' }),
    ...deductionsOf(off),
  }
  const { status, body } = await post(
    `/v1/supplier-payables/${payable.id}/settlements`,
    {
      end_customer_id: model.customer,
      settlement_date: '2026-04-30',
      amount: chf(amount),
      reviewer_justification: 'x',
      ...more,
    },
    { wait: 20 },
  )
  // Bank charges are paid on top of it, everything else closes it.
  const [spent, closed] =
    off?.type === 'bank_charges' ? [amount + off.minor, amount] : [amount, amount + (off?.minor ?? 0)]
  const beyond = closed - payable.open
  const isAdvance = over && payable.open > 0 && beyond > 0 && beyond <= amount
  const isAllowed = over ? isAdvance : beyond <= 0
  const isRefused = isPaidByOrder(model, payable, { cash, amount, closed })
  expect(status, JSON.stringify(body)).to.equal(isAllowed ? (isRefused ? 409 : 201) : 422)
  if (!isAllowed || isRefused) return
  const untaxed = untaxedBy(model, payable, off)
  const advance = isAdvance ? openAdvance(model.advances, body.advance?.supplier_payable_id, beyond) : null
  const taken = isAdvance ? payable.open : closed
  payable.open -= taken
  const money = { asked: amount, amount: spent, closed: taken, cash, untaxed }
  model.settlements.push({ id: body.id, payable, ...money, advance, is_reversed: false })
}

export async function reverseSettlement(model: Settling, settlement: Settlement | undefined) {
  if (!settlement) return
  const { status } = await post(
    `/v1/supplier-payables/${settlement.payable.id}/settlements/${settlement.id}/reverse`,
    { end_customer_id: model.customer, reason: 'x' },
    { wait: 20 },
  )
  const { advance, payable, closed } = settlement
  // What was paid in advance is used, or came back.
  const isUsed = advance !== null && advance.open !== advance.amount
  const isAllowed = !settlement.is_reversed && !isUsed
  expect(status).to.equal(isAllowed ? 202 : 409)
  if (!isAllowed) return
  payable.open += closed
  settlement.is_reversed = true
  if (advance) advance.open = 0
}

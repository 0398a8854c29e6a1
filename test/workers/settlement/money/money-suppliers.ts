import { expect } from 'chai'
import { post } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import { type Allocation, close, closedLine } from './money-allocations.ts'
import type { Command } from './money-commands.ts'
import type { Settlement } from './money-openings.ts'
import { type Orders, orderedOf } from './money-orders.ts'
import { type Item, pick } from './money-vouchers.ts'

type Suppliers = Orders & {
  readonly supplierNotes: readonly Item[]
  readonly advances: readonly Item[]
  readonly allocations: Allocation[]
  readonly settlements: Settlement[]
}

/** A credit note of the supplier, or what was paid to it in advance, pays for what it is owed; not for what a bank is ordered to pay. */
export async function netSupplier(model: Suppliers, command: Extract<Command, { kind: 'net_supplier' }>) {
  const payable = pick(model.payables, command.payable)
  const against = pick([...model.supplierNotes, ...model.advances.filter(isOpen)], command.against)
  if (!payable || !against) return
  const amount = partOf(against, command.share)
  const isWithin = amount <= payable.open && amount <= -against.open
  const isRefused = amount > payable.open - orderedOf(model, payable)
  const lines = [closedLine(payable, amount), closedLine(against, -amount)]
  const sent = lines.map(({ item, part }) => ({ supplier_payable_id: item.id, amount: chf(part) }))
  const request = { end_customer_id: model.customer, posting_date: '2026-04-30', lines: sent }
  const { status, body } = await post('/v1/allocations', request, { wait: 20 })
  expect(status, JSON.stringify(body)).to.equal(isWithin ? (isRefused ? 409 : 201) : 422)
  if (status !== 201) return
  expect(body.state).to.equal('posted')
  close(model, lines)
  model.allocations.push({ id: body.id, payment: null, lines, is_first: false, is_reversed: false })
}

/** A supplier pays an advance back, wholly or in part. */
export async function takeAdvanceBack(model: Suppliers, command: Extract<Command, { kind: 'advance_back' }>) {
  const advance = pick(model.advances.filter(isOpen), command.which)
  if (!advance) return
  const { cash } = command
  const amount = -partOf(advance, command.share)
  const { status, body } = await post(
    `/v1/supplier-payables/${advance.id}/settlements`,
    {
      end_customer_id: model.customer,
      settlement_date: '2026-04-30',
      amount: chf(amount),
      reviewer_justification: 'x',
      ...(cash && { account_code: '1000' }),
    },
    { wait: 20 },
  )
  expect(status, JSON.stringify(body)).to.equal(amount >= advance.open ? 201 : 422)
  if (status !== 201) return
  expect(body.state).to.equal('posted')
  advance.open -= amount
  const money = { asked: amount, amount, closed: amount, cash, advance: null, untaxed: { reduced: 0, tax: 0 } }
  model.settlements.push({ id: body.id, payable: advance, ...money, is_reversed: false })
}

function isOpen({ open }: Item): boolean {
  return open < 0
}

function partOf({ open }: Item, share: number): number {
  return Math.max(1, Math.floor((-open * share) / 100))
}

import { expect } from 'chai'
import { type Allocation, close, closedLine, isWithin, linesOf, sendAllocation, sentLine } from './money-allocations.ts'
import type { Command } from './money-commands.ts'
import type { Settlement } from './money-openings.ts'
import { type Item, pick } from './money-vouchers.ts'

type Without = {
  readonly customer: string
  readonly documents: readonly Item[]
  readonly notes: readonly Item[]
  readonly allocations: Allocation[]
  readonly settlements: readonly Settlement[]
}

/** A credit note pays for a document; for that of another customer with consent. */
export async function net(model: Without, { document: at, note: other, amount }: Extract<Command, { kind: 'net' }>) {
  const [document, note] = [pick(model.documents, at), pick(model.notes, other)]
  if (!document || !note) return
  const isAllowed = amount <= document.open && amount <= -note.open
  const lines = [closedLine(document, amount), closedLine(note, -amount)]
  const request = { end_customer_id: model.customer, posting_date: '2026-04-30', lines: lines.map(sentLine) }
  const body = await sendAllocation(request, isAllowed, document.partner !== note.partner)
  if (!body) return
  expect(body.state).to.equal('posted')
  close(model, lines)
  model.allocations.push({ id: body.id, payment: null, lines, is_first: false, is_reversed: false })
}

/** Documents are paid in cash, whosever they are. */
export async function collect(model: Without, { documents, share, off }: Extract<Command, { kind: 'collect' }>) {
  const lines = linesOf(model.documents, documents, share, off)
  if (lines.length === 0) return
  const isAllowed = lines.every(isWithin)
  const money = { account_code: '1000', posting_date: '2026-04-30' }
  const request = { end_customer_id: model.customer, ...money, lines: lines.map(sentLine) }
  const body = await sendAllocation(request, isAllowed, false)
  if (!body) return
  expect(body.state).to.equal('posted')
  close(model, lines)
  model.allocations.push({ id: body.id, payment: null, lines, is_first: false, is_reversed: false })
}

import { expect } from 'chai'
import { post } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import type { Off } from './money-commands.ts'
import { type Untaxed, untaxedBy } from './money-tax.ts'
import { type Item, type Payment, pick } from './money-vouchers.ts'

/** The partner of all of them; null where they are of several. */
export function onlyPartner(items: readonly Item[]): string | null {
  const [partner = null, ...others] = new Set(items.map((item) => item.partner))
  return others.length === 0 ? partner : null
}

/** Credit of one customer pays what another one owes. What was booked for several is of nobody: no payer is known. */
export function needsConsent({ creditor }: Payment, items: readonly Item[]): boolean {
  return creditor !== null && items.some(({ partner }) => partner !== creditor)
}

type AllocationRequest = { end_customer_id: string; payment_id?: string; account_code?: string; lines: object[] }

/** Sends an allocation; once more with consent, where it is refused without. */
export async function sendAllocation(request: AllocationRequest, isAllowed: boolean, needsConsent: boolean) {
  const reason = JSON.stringify(request.lines).includes('write_off') ? { reason: 'lost' } : {}
  const send = (more: object) => post('/v1/allocations', { ...request, ...reason, ...more }, { wait: 20 })
  const { status, body } = await send({})
  expect(status, JSON.stringify(body)).to.equal(isAllowed && !needsConsent ? 201 : 422)
  const codes = new Set((body.error?.details ?? []).map(({ code }) => code))
  if (isAllowed && needsConsent) expect(codes).to.include('set_off_consent_missing')
  if (!isAllowed) return null
  if (!needsConsent) return body
  const agreed = await send({ set_off_consent: 'both, by letter' })
  expect(agreed.status, JSON.stringify(agreed.body)).to.equal(201)
  return agreed.body
}

/** What the money pays of an item, and what is closed with what is taken off. */
export type MoneyLine = { item: Item; part: number; closed: number; off: Off; untaxed: Untaxed }

const NOTHING: Untaxed = { reduced: 0, tax: 0 }

/** A share of each of some documents; the first one has the deduction. */
export function linesOf(documents: readonly Item[], chosen: readonly number[], share: number, off: Off): MoneyLine[] {
  const items = [...new Set(chosen.flatMap((index) => pick(documents, index) ?? []))]
  return items.map((item, index) => {
    const part = Math.max(1, Math.floor((item.amount * share) / 100))
    const its = index === 0 ? off : null
    return { item, part, closed: part + (its?.minor ?? 0), off: its, untaxed: NOTHING }
  })
}

/** Of a payment, or without one of cash. */
export type Allocation = {
  id: string
  payment: Payment | null
  lines: MoneyLine[]
  is_first: boolean
  is_reversed: boolean
}
export function closedLine(item: Item, part: number): MoneyLine {
  return { item, part, closed: part, off: null, untaxed: NOTHING }
}

/** Takes what the lines close off their items, with its tax. */
export function close(model: Parameters<typeof untaxedBy>[0], lines: readonly MoneyLine[]): void {
  for (const line of lines) {
    line.untaxed = untaxedBy(model, line.item, line.off)
    line.item.open -= line.closed
  }
}

export function sumOf(lines: readonly MoneyLine[]): number {
  return lines.reduce((total, { part }) => total + part, 0)
}

/** The bank keeps no more than it passes on. */
export function isWithin({ item, part, closed, off }: MoneyLine): boolean {
  return closed <= item.open && !(off?.type === 'bank_charges' && off.minor > part)
}

export function sentLine({ item, part, off }: MoneyLine) {
  return { document_id: item.id, amount: chf(part), ...deductionsOf(off) }
}

export function deductionsOf(off: Off) {
  return off ? { deductions: [{ type: off.type, amount: chf(off.minor) }] } : {}
}

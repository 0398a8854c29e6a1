import { expect } from 'chai'
import { firstOf, post } from '../../../support/client.ts'
import { chf, credit, debit, INVOICES, invoice, taxLine } from '../../../support/requests/examples.ts'
import { EFFECTIVE } from '../register.ts'
import { booksOfChange } from './books-of-change.ts'
import { declaredThrough, HISTORIES, type Step } from './late/histories.ts'
import { lookedAt } from './late/looked-at.ts'
import { loseLater } from './late/lost-later.ts'
import { opens } from './sold-by-voucher.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const
const MONTHS = ['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'] as const
const QUARTERS = [
  ['2025-12-31', 0, 3],
  ['2026-03-31', 3, 6],
  ['2026-06-30', 6, 8],
] as const
/** Tax of one part, which is 108.10. */
const TAX = 810

type Item = { readonly id: string; open: number; readonly month: number }
type Payment = { readonly id: string; readonly item: Item; readonly parts: number; readonly month: number }

for (const to of ['received', 'agreed'] as const) {
  const [before, after] = to === 'received' ? [EFFECTIVE, RECEIVED] : [RECEIVED, EFFECTIVE]
  describe(`documents of any days across a change to ${to} consideration`, () => {
    const { customer, change, booked, undo, figures } = booksOfChange(before, after)

    for (const [index, history] of HISTORIES.entries())
      it(`have declared, at the end of each quarter, what its consideration says (history ${index + 1})`, async () => {
        const items: Item[] = []
        const payments: Payment[] = []
        const taken = await takenOver(items)
        const done: { month: number; sold: number; paid: number; lost: number }[] = [taken]
        const outside = to === 'received' ? TAKEN : 0
        const isBefore = ({ month, is_late }: Step) => month < 3 && !is_late
        const early = [FIRST, ...history].filter(isBefore).sort((a, b) => a.month - b.month)
        const steps = [...early, ...history.filter((one) => !isBefore(one))]
        for (const [place, one] of steps.entries()) {
          if (place === early.length) await change()
          done.push({ month: one.month, sold: 0, paid: 0, lost: 0, ...(await take(one, items, payments, place)) })
          // What is closed before it was looked at follows its own day.
          await lookedAt(customer())
        }
        if (steps.length === early.length) await change()
        for (const [day, first, end] of QUARTERS) {
          const sum = (name: 'sold' | 'paid' | 'lost') =>
            done.reduce((total, one) => total + (one.month < end ? one[name] : 0), 0)
          const consideration = first === 0 ? before.consideration : after.consideration
          const parts = consideration === 'agreed' ? sum('sold') - sum('lost') : sum('paid') - outside
          expect(await declaredThrough(customer(), day), `${day} of ${JSON.stringify(done)}`).to.deep.equal({
            base: parts * 10_000,
            tax: parts * TAX,
          })
        }
        for (const period of ['2025-Q4', '2026-Q1', '2026-Q2']) await figures(period)
      }).timeout(180_000)

    async function take(step: Step, items: Item[], payments: Payment[], place: number) {
      const { does, parts, item, supplied, by_voucher } = step
      const dayOf = (month: number) => `${MONTHS[month]}-${10 + place}`
      if (does === 'sell' && by_voucher) {
        items.push(await entered(parts, step.month, dayOf(step.month)))
        return { sold: parts }
      }
      if (does === 'sell' || does === 'credit') {
        const sign = does === 'sell' ? 1 : -1
        const day = dayOf(step.month)
        items.push(await documented(sign * parts, supplied ?? day, step.month, day))
        return { sold: sign * parts }
      }
      if (does === 'bounce') return bounce(payments.splice(item % (payments.length || 1), 1)[0], step.month, dayOf)
      const from = items.filter(({ open }) => open > 0)[item % 3]
      const size = Math.min(parts, from?.open ?? 0)
      if (!from || size === 0) return {}
      const month = Math.max(step.month, from.month)
      if (does === 'set_off') return setOff(from, items, size, month, dayOf)
      from.open -= size
      if (does === 'pay' && !by_voucher)
        payments.push({ id: await paid(from, size, dayOf(month)), item: from, parts: size, month })
      else if (does === 'lose' && !by_voucher)
        await loseLater(customer(), from.id, size * 10_810, { posting_date: dayOf(month) })
      else
        await moved(
          [
            ...(does === 'pay'
              ? [debit('1020', size * 10_810)]
              : [
                  debit('3805', size * 10_000),
                  debit('2200', size * TAX, { tax_code: 'VS81', tax_base: chf(size * 10_000) }),
                ]),
            credit('1100', size * 10_810, takes(from, does === 'pay' ? 'payment' : 'write_off')),
          ],
          dayOf(month),
        )
      return does === 'pay' ? { month, paid: size } : { month, lost: size }
    }

    async function paid({ id: document_id }: Item, parts: number, posting_date: string): Promise<string> {
      const lines = [{ document_id, amount: chf(parts * 10_810) }]
      const request = { end_customer_id: customer(), account_code: '1000', posting_date, lines }
      const { body } = await post('/v1/allocations', request, { wait: 10 })
      expect(body.state, JSON.stringify(body)).to.equal('posted')
      return body.id
    }

    /** A payment is given back, on its own day at the earliest. */
    async function bounce(payment: Payment | undefined, wanted: number, dayOf: (month: number) => string) {
      if (!payment) return {}
      const month = Math.max(wanted, payment.month)
      const { body } = await undo(`/v1/allocations/${payment.id}`, { posting_date: dayOf(month) })
      expect(body.state, JSON.stringify(body)).to.equal('reversed')
      payment.item.open += payment.parts
      return { month, paid: -payment.parts }
    }

    async function setOff(from: Item, items: Item[], parts: number, wanted: number, dayOf: (month: number) => string) {
      const note = items.find(({ open }) => open < 0)
      const size = Math.min(parts, -(note?.open ?? 0))
      if (!note || size === 0) return {}
      const month = Math.max(wanted, note.month)
      from.open -= size
      note.open += size
      const lines = [
        credit('1100', size * 10_810, takes(from, 'set_off')),
        debit('1100', size * 10_810, takes(note, 'set_off')),
      ]
      await moved(lines, dayOf(month))
      return {}
    }

    /** Where another system has declared their tax, no return of these books ever has it. */
    async function takenOver(items: Item[]) {
      const tax_lines = [{ ...taxLine('V81', TAKEN * 10_000, TAKEN * TAX), declared: to === 'received' }]
      const rest = to === 'received' ? [] : [credit('2200', TAKEN * TAX)]
      const lines = [
        debit('1100', TAKEN * 10_810, opens({ document_date: '2024-12-10', tax_lines })),
        ...rest,
        credit('9100', TAKEN * (to === 'received' ? 10_810 : 10_000)),
      ]
      const fact = await booked(lines, { business_date: '2025-01-01' }, { entry_type: 'opening' })
      items.push(await itemOf(fact, TAKEN, 0))
      return { month: 0, sold: to === 'received' ? 0 : TAKEN, paid: 0, lost: 0 }
    }

    async function entered(parts: number, month: number, business_date: string): Promise<Item> {
      const taxed = credit('2200', parts * TAX, { tax_code: 'V81', tax_base: chf(parts * 10_000) })
      const lines = [debit('1100', parts * 10_810, opens()), credit('3200', parts * 10_000), taxed]
      return itemOf(await booked(lines, { business_date }), parts, month)
    }

    async function itemOf(fact: Awaited<ReturnType<typeof booked>>, open: number, month: number): Promise<Item> {
      expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
      const { id } = await firstOf('documents', customer(), `&source_fact_id=${fact.id}`)
      return { id, open, month }
    }

    async function moved(lines: object[], business_date: string): Promise<void> {
      const fact = await booked(lines, { business_date })
      expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    }

    async function documented(parts: number, supply_date: string, month: number, business_date: string): Promise<Item> {
      const line = taxLine(parts < 0 ? 'VS81' : 'V81', parts * 10_000, parts * TAX)
      const payload = {
        document_date: business_date,
        supply_date,
        gross_amount: chf(parts * 10_810),
        tax_lines: [line],
      }
      const cause = parts < 0 ? { cause: 'consideration_changed' } : {}
      const { body } = await post(INVOICES, invoice(customer(), { business_date, payload, ...cause }), { wait: 10 })
      expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
      const { id } = await firstOf('documents', customer(), `&source_fact_id=${body.id}`)
      return { id, open: parts, month }
    }
  })
}

/** Parts of the item of another system. */
const TAKEN = 3

/** An invoice of December, of a supply of January. */
const FIRST: Step = {
  does: 'sell',
  parts: 4,
  item: 0,
  supplied: '2026-01-01',
  month: 2,
  by_voucher: false,
  is_late: false,
}

function takes({ id }: Item, purpose: string) {
  return { open_item: { document_id: id, purpose } }
}

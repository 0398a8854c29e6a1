import { expect } from 'chai'
import type { PaymentOrderTrial } from '../../../../shared/contract/orders/payment-order-trial.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { quietly } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, holz } from '../books-to-order.ts'
import { type BillOfYear, yearOfBills } from './year-of-bills.ts'

/** Other years, and up to ten months of each, by BILLS_SEEDS=1,2,3 and BILLS_MONTHS. */
const MONTHS = Number(process.env.BILLS_MONTHS ?? '5')
const SEEDS = (process.env.BILLS_SEEDS ?? '5').split(',').map(Number)
const AT_ONCE = 8

/** Each bill is paid at most once, outside of orders, and the debit of some is booked for something else. */
describe('a selection of the bills of a year', function () {
  this.timeout(300_000)
  const { customer, owedToHolz, request, paid, list, settle } = booksToOrder()

  const entered = (bill: BillOfYear, at: number) => {
    const { supplier, number, date, reference } = bill
    const supplier_external_reference = supplier.name
    return owedToHolz(bill.amount, {
      ...{ document_number: number, document_date: date, due_date: date, supplier_external_reference },
      ...(reference && { payment_reference: reference }),
      supplier: holz({ name: supplier.name, iban: supplier.iban, supplier_external_reference }),
    }).then((payable) => ({ ...bill, payable, at }))
  }
  const debitOf = ({ supplier, amount, reference, text, debited_on: date }: BillOfYear) => {
    const structured = reference ? `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>` : ''
    const details = `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Cdtr><Pty><Nm>${supplier.name}</Nm></Pty></Cdtr>
      <CdtrAcct><Id><IBAN>${supplier.iban}</IBAN></Id></CdtrAcct></RltdPties><RmtInf><Ustrd>${text}</Ustrd>${structured}</RmtInf></TxDtls>`
    return bankEntry({ amount: (amount / 100).toFixed(2), direction: 'DBIT', date, details })
  }
  const inTurn = async <One, Done>(all: readonly One[], act: (one: One, at: number) => Promise<Done>) => {
    const done: Done[] = []
    for (let from = 0; from < all.length; from += AT_ONCE)
      done.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map((one, at) => act(one, from + at)))))
    return done
  }

  for (const seed of SEEDS)
    it(`orders each that nobody has paid, and none that a debit has paid: seed ${seed}`, async () => {
      const bills = await inTurn(yearOfBills(seed, MONTHS), entered)
      const debited = bills.filter(({ fate }) => fate !== 'unpaid' && fate !== 'took')
      await paid(...debited.map(debitOf))
      await quietly(customer())
      const entries = await list('camt-053/entries', '&limit=200')
      expect(entries.length).to.equal(debited.length)
      await inTurn(debited, async ({ fate, payable, amount, debited_on, at }, index) => {
        const entry = there(entries[index])
        expect(entry.amount.amount_minor).to.equal(amount)
        const lines = [debit('6500', amount), credit('1020', amount)]
        const payload = { lines, bank_entries: [{ entry_id: entry.id }] }
        const of = fate === 'given' ? there(bills[at - 1]).payable : payable
        const booked =
          fate === 'expense'
            ? await post(VOUCHERS, voucher(customer(), { business_date: debited_on, payload }), { wait: 10 })
            : await settle(of.id, of.open_amount.amount_minor, {
                ...{ evidence_sha256: entry.canonical_entry_hash, settlement_date: debited_on },
              })
        expect(booked.body.state, booked.text).to.equal('posted')
      })
      const body = request({ select: { currency: 'CHF' } })
      const tried = await post('/v1/payment-orders?dry_run=true', body, { idempotencyKey: null })
      const { payments, left_out } = tried.body as unknown as PaymentOrderTrial
      const ordered = new Set(payments.map(({ supplier_payable_id }) => supplier_payable_id))
      const open = bills.filter(({ fate }) => fate !== 'settled' && fate !== 'took')
      const isOwed = ({ fate }: BillOfYear) => fate === 'unpaid'
      const wrong = open.filter((bill) => ordered.has(bill.payable.id) !== isOwed(bill))
      expect(
        wrong.map(({ fate, supplier, number, text }) => `${fate}: ${supplier.name} ${number} "${text}"`),
      ).to.deep.equal([])
      expect(payments.length + left_out.length).to.equal(open.length)
      expect(new Set(left_out.map(({ code }) => code))).to.deep.equal(new Set(['debit_booked_otherwise']))
      expect([open.filter(isOwed).length, left_out.length].every((count) => count > 5)).to.equal(true)
    })
})

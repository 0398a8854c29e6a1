import { expect } from 'chai'
import { bankEntry, transaction } from '../../../camt053/messages.ts'
import { quietly } from '../../../support/books.ts'
import { itemsOf, post, put } from '../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../books-to-settle.ts'

const PARTNER = { name: 'Kundin GmbH' }
const SIDES = [
  { side: 'a customer', tax: '2200', account: '2030', list: 'documents', code: 'V81', category: 'revenue_category' },
  {
    side: 'a supplier',
    tax: '1171',
    account: '1192',
    list: 'supplier-payables',
    code: 'I81',
    category: 'expense_category',
  },
] as const

/** What a final invoice has taken off is paid back no more, and its tax neither: only its allocation is left to do. */
for (const { side, account, tax, list: items, code, category } of SIDES)
  describe(`proposals for money that may pay an advance of ${side} back beside a final invoice`, () => {
    const isSale = items === 'documents'
    const { customer, list, paid } = booksToSettle()
    beforeEach(async () => {
      const kind = isSale ? 'revenue' : 'expense'
      const mapping_key = `posting.${kind}.category.advance`
      const mappings = [{ mapping_key, account_code: account, valid_from: '2020-01-01' }]
      await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 10 })
    })
    const advance = async (net: number, ofTax: number, document_number = 'AN-7') => {
      const lines = isSale
        ? [debit('1000', net + ofTax), credit(account, net, OPENED), credit(tax, ofTax, ofVat(net))]
        : [debit(account, net, OPENED), debit(tax, ofTax, ofVat(net)), credit('1000', net + ofTax)]
      const { body } = await post(VOUCHERS, voucher(customer(), { payload: { lines, document_number } }), { wait: 10 })
      expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
      return there((await itemsOf(items, customer(), `&source_fact_id=${body.id}`))[0])
    }
    const OPENED = { open_item: { new: { partner: isSale ? PARTNER : { ...PARTNER, reference: 'S-1' } } } }
    const ofVat = (base: number) => ({ tax_code: code, tax_base: chf(base) })
    /** A final invoice that takes so much off, and the credit that it opens. */
    const takenOff = async (net: number, ofTax: number) => {
      const tax_lines = [taxLine(code, 50_000, 4_050), taxLine(code, -net, -ofTax, { [category]: 'advance' })]
      const payload = { gross_amount: chf(54_050 - net - ofTax), document_number: 'SR-7', tax_lines }
      const { body } = isSale
        ? await post(INVOICES, invoice(customer(), { payload: { ...payload, customer: PARTNER } }), { wait: 10 })
        : await post(EXPENSES, expense(customer(), { payload: { ...payload, supplier: PARTNER } }), { wait: 10 })
      expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
      const opened = await itemsOf(items, customer(), `&source_fact_id=${body.id}`)
      return there(opened.find(({ kind }) => kind === 'customer_credit' || kind === 'supplier_advance'))
    }
    const moved = (amount: string, text = 'Rueckzahlung') => {
      const details = transaction({ name: PARTNER.name, unstructured: text })
      const ofCreditor = details.replaceAll('<Dbtr', '<Cdtr').replaceAll('</Dbtr', '</Cdtr')
      return paid(bankEntry(isSale ? { amount, direction: 'DBIT', details: ofCreditor } : { amount, details }))
    }
    /** What refunds are proposed, with what they take of their items. */
    const refunds = async () => {
      await quietly(customer())
      const found = (await list('settlement-candidates')).filter(({ reasons }) => reasons.includes('refund'))
      return found.map((one) => ({
        id: one.target_document_id ?? one.target_supplier_payable_id,
        lines: one.voucher_lines.map((line) => (line.debit ?? line.credit)?.amount_minor),
      }))
    }

    it('are none while that has taken all of it off, before and after both are set off', async () => {
      const own = await advance(50_000, 4_050)
      await moved('540.50')
      await moved('540.50', 'Rueckzahlung AN-7')
      expect((await refunds()).map(({ id }) => id)).to.deep.equal([own.id, own.id])
      const taken = await takenOff(50_000, 4_050)
      expect(await refunds()).to.deep.equal([])
      const named = (id: string, amount: number) =>
        isSale ? { document_id: id, amount: chf(amount) } : { supplier_payable_id: id, amount: chf(amount) }
      const lines = [named(taken.id, 50_000), named(own.id, -50_000)]
      const request = { end_customer_id: customer(), posting_date: '2026-04-15', lines }
      const { status, text } = await post('/v1/allocations', request as never, { wait: 10 })
      expect(status, text).to.equal(201)
      expect(await refunds()).to.deep.equal([])
    })

    it('are of the rest of it, with the rest of its tax', async () => {
      const own = await advance(50_000, 4_050)
      await takenOff(30_000, 2_430)
      await moved('216.20')
      expect(await refunds()).to.deep.equal([{ id: own.id, lines: [20_000, 1_620] }])
      await moved('540.50', 'Rueckzahlung AN-7')
      expect((await refunds()).map(({ lines }) => lines)).to.deep.equal([
        [20_000, 1_620],
        [20_000, 1_620],
      ])
    })

    it('are of another one beside it, as far as there is one left', async () => {
      const [own, other] = [await advance(50_000, 4_050), await advance(20_000, 1_620, 'AN-8')]
      await takenOff(50_000, 4_050)
      await moved('540.50', 'Rueckzahlung AN-7')
      expect(await refunds()).to.deep.equal([{ id: own.id, lines: [20_000, 1_620] }])
      await moved('216.20', 'Rueckzahlung AN-8')
      expect(await refunds()).to.deep.include({ id: other.id, lines: [20_000, 1_620] })
    })
  })

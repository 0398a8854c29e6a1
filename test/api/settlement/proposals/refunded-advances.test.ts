import { expect } from 'chai'
import { bankEntry, transaction } from '../../../camt053/messages.ts'
import { quietly } from '../../../support/books.ts'
import { itemsOf, post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../books-to-settle.ts'
import { taxOf } from '../terms/balances.ts'

const PARTNER = { name: 'Kundin GmbH' }
const OPENED = { open_item: { new: { partner: PARTNER } } }
const debited = (amount: string, details: string) =>
  bankEntry({ amount, direction: 'DBIT', details: details.replaceAll('<Dbtr', '<Cdtr').replaceAll('</Dbtr', '</Cdtr') })

/** The item is net, and the money has its tax (practice A11). */
describe('proposals for advances that are paid back with their tax', () => {
  const { customer, list, paid, openOf } = booksToSettle()
  const ofVat = (tax_code: string, base: number) => ({ tax_code, tax_base: chf(base) })
  const booked = async (lines: object[], more: object = {}, payload: object = {}) => {
    const { body } = await post(VOUCHERS, voucher(customer(), { ...more, payload: { lines, ...payload } }), {
      wait: 10,
    })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return body
  }
  const received = async (
    taxes: readonly (readonly [code: string, base: number, tax: number])[],
    more: object = {},
  ) => {
    const [net, tax] = taxes.reduce(([bases, all], [, base, own]) => [bases + base, all + own], [0, 0])
    const ofTaxes = taxes.map(([code, base, own]) => credit('2200', own, ofVat(code, base)))
    const lines = [debit('1000', net + tax), credit('2030', net, OPENED), ...ofTaxes]
    const fact = await booked(lines, more, { document_number: 'AN-2026-07' })
    return there((await itemsOf('documents', customer(), `&source_fact_id=${fact.id}`))[0])
  }
  const proposed = async () => {
    await quietly(customer())
    return list('settlement-candidates')
  }
  /** The voucher of the lines of a candidate and of the bank. */
  const book = async (voucher_lines: readonly object[], bankLine: object, amount: number) => {
    const entry = there((await list('camt-053/entries')).at(-1))
    const bank_entries = [{ entry_id: entry.id, amount: chf(amount) }]
    return booked([...voucher_lines, bankLine], {}, { bank_entries })
  }

  it('540.50 of a customer: 500.00 of its advance, and the lines of the voucher that takes 40.50 back', async () => {
    const advance = await received([['V81', 50_000, 4_050]])
    await paid(debited('540.50', transaction({ name: 'Kundin GmbH', unstructured: 'Rueckzahlung' })))
    const [candidate, ...others] = await proposed()
    expect(others).to.deep.equal([])
    const { id, target_document_id, proposed_amount, score, reasons, voucher_lines } = there(candidate)
    expect([target_document_id, proposed_amount, score, reasons]).to.deep.equal([
      ...[advance.id, chf(-50_000), 60],
      ['amount', 'name', 'refund'],
    ])
    expect(voucher_lines).to.deep.equal([
      { account_code: '2030', debit: chf(50_000), open_item: { document_id: advance.id, purpose: 'refund' } },
      { account_code: '2200', debit: chf(4_050), tax_code: 'VS81', tax_base: chf(50_000) },
    ])
    const handoff = await post(`/v1/settlement-candidates/${id}/allocation-handoffs`, {
      ...{ end_customer_id: customer(), payment_id: 'pay_00000000000000000000000000', target_document_id: advance.id },
      ...{ proposed_amount: chf(50_000), open_ar_snapshot: chf(50_000), reviewer_justification: 'x' },
    })
    expect(handoff.status).to.equal(422)
    expect(handoff.text).to.include('voucher_lines')
    const fact = await book(voucher_lines, credit('1020', 54_050), 54_050)
    expect(fact.warnings).to.deep.equal([])
    expect(await taxOf(there(fact.journal_entry_id).id)).to.deep.equal(['VS81 235 50000 4050'])
    expect([await openOf('documents', advance.id), await proposed()]).to.deep.equal([0, []])
  })

  it('in two parts of 270.25, the second of what the first has left', async () => {
    const advance = await received([['V81', 50_000, 4_050]])
    for (const [text, left] of [
      ['erster Teil', -25_000],
      ['zweiter Teil', 0],
    ] as const) {
      await paid(debited('270.25', transaction({ name: 'Kundin GmbH', unstructured: `AN-2026-07 ${text}` })))
      const [candidate, ...others] = await proposed()
      expect(others).to.deep.equal([])
      const { proposed_amount, voucher_lines } = there(candidate)
      expect([proposed_amount, voucher_lines[1]]).to.deep.equal([
        chf(-25_000),
        { account_code: '2200', debit: chf(2_025), tax_code: 'VS81', tax_base: chf(25_000) },
      ])
      await book(voucher_lines, credit('1020', 27_025), 27_025)
      expect(await openOf('documents', advance.id)).to.equal(left)
    }
  })

  for (const [how, text] of [
    ['whose text has its number', 'AN-2026-07 Rest'],
    ['whose text has no number', 'Rest'],
  ] as const) {
    it(`1000.00 in two parts of 500.00, the second, ${how}, with all that is left of the tax`, async () => {
      const advance = await received([['V81', 92_507, 7_493]])
      const records: string[][] = []
      for (const [details, net, tax, left] of [
        ['AN-2026-07 erster Teil', 46_253, 3_747, -46_254],
        [text, 46_254, 3_746, 0],
      ] as const) {
        await paid(debited('500.00', transaction({ name: 'Kundin GmbH', unstructured: details })))
        const [candidate, ...others] = await proposed()
        expect(others).to.deep.equal([])
        const { proposed_amount, voucher_lines } = there(candidate)
        expect([proposed_amount, voucher_lines[1]]).to.deep.equal([
          chf(-net),
          { account_code: '2200', debit: chf(tax), tax_code: 'VS81', tax_base: chf(net) },
        ])
        const fact = await book(voucher_lines, credit('1020', 50_000), 50_000)
        expect(fact.warnings).to.deep.equal([])
        records.push(await taxOf(there(fact.journal_entry_id).id))
        expect(await openOf('documents', advance.id)).to.equal(left)
      }
      expect(records).to.deep.equal([['VS81 235 46253 3747'], ['VS81 235 46254 3746']])
      expect(await proposed()).to.deep.equal([])
    })
  }

  it('1000.00 of a supplier in two parts of 500.00, the first one anew where it is reversed', async () => {
    const [item, tax] = [debit('1192', 92_507, OPENED), debit('1171', 7_493, ofVat('I81', 92_507))]
    const fact = await booked([item, tax, credit('1000', 100_000)], {}, { document_number: 'AN-2026-07' })
    const advance = there((await itemsOf('supplier-payables', customer(), `&source_fact_id=${fact.id}`))[0])
    const receive = (text: string) => {
      const details = transaction({ name: 'Kundin GmbH', unstructured: `AN-2026-07 ${text}` })
      return paid(bankEntry({ amount: '500.00', details }))
    }
    const proposedLines = async () => there((await proposed())[0]).voucher_lines
    const amountsOf = (lines: readonly { readonly credit?: object }[]) => lines.map((line) => line.credit)
    await receive('erster Teil')
    const first = await proposedLines()
    expect(amountsOf(first)).to.deep.equal([chf(46_253), chf(3_747)])
    const booking = await book(first, debit('1020', 50_000), 50_000)
    await receive('zweiter Teil')
    expect(amountsOf(await proposedLines())).to.deep.equal([chf(46_254), chf(3_746)])
    const asked = { end_customer_id: customer(), reason: 'x' }
    const reversed = await post(`/v1/source-facts/${booking.id}/reverse`, asked, { wait: 10 })
    expect(reversed.body.state, reversed.text).to.equal('reversed')
    expect(amountsOf(await proposedLines())).to.deep.equal([chf(46_253), chf(3_747)])
    expect(await openOf('supplier-payables', advance.id)).to.equal(-92_507)
  })

  it('of two rates, and of a rate that is law no more, with the day of its supply', async () => {
    const more = { business_date: '2023-12-10' }
    const advance = await received(
      [
        ['V77', 30_000, 2_310],
        ['V25', 20_000, 500],
      ],
      more,
    )
    await paid(debited('528.10', transaction({ name: 'Kundin GmbH', unstructured: 'AN-2026-07' })))
    const { proposed_amount, voucher_lines, score } = there((await proposed())[0])
    const supply_date = '2023-12-10'
    expect([proposed_amount, score]).to.deep.equal([chf(-50_000), 85])
    expect(voucher_lines.slice(1)).to.deep.equal([
      { account_code: '2200', debit: chf(2_310), tax_code: 'VS77', tax_base: chf(30_000), supply_date },
      { account_code: '2200', debit: chf(500), tax_code: 'VS25', tax_base: chf(20_000), supply_date },
    ])
    const fact = await book(voucher_lines, credit('1020', 52_810), 52_810)
    expect([fact.warnings, await openOf('documents', advance.id)]).to.deep.equal([[], 0])
  })

  it('540.50 that a supplier pays back: no settlement, but a voucher', async () => {
    const lines = [debit('1192', 50_000, OPENED), debit('1171', 4_050, ofVat('I81', 50_000)), credit('1000', 54_050)]
    const fact = await booked(lines)
    const advance = there((await itemsOf('supplier-payables', customer(), `&source_fact_id=${fact.id}`))[0])
    await paid(bankEntry({ amount: '540.50', details: transaction({ name: 'Kundin GmbH' }) }))
    const [candidate, ...others] = await proposed()
    expect(others).to.deep.equal([])
    const { target_supplier_payable_id, proposed_amount, voucher_lines } = there(candidate)
    expect([target_supplier_payable_id, proposed_amount]).to.deep.equal([advance.id, chf(-50_000)])
    const open_item = { supplier_payable_id: advance.id, purpose: 'refund' }
    expect(voucher_lines).to.deep.equal([
      { account_code: '1192', credit: chf(50_000), open_item },
      { account_code: '1171', credit: chf(4_050), tax_code: 'I81', tax_base: chf(50_000) },
    ])
    const { warnings } = await book(voucher_lines, debit('1020', 54_050), 54_050)
    expect([
      ...[there(warnings).map(({ code }) => code), await openOf('supplier-payables', advance.id), await proposed()],
    ]).to.deep.equal([['input_tax_without_receipt'], 0, []])
  })

  it('nothing for the net alone, nor where the entry of the advance has taxed a sale, too', async () => {
    await received([['V81', 50_000, 4_050]])
    const sale = [credit('3200', 10_000), credit('2030', 20_000, OPENED), credit('2200', 2_430, ofVat('V81', 30_000))]
    await booked([debit('1000', 32_430), ...sale])
    await paid(
      ...['500.00', '200.00', '216.20', '324.30'].map((amount) =>
        debited(amount, transaction({ name: 'Kundin GmbH' })),
      ),
    )
    expect(await proposed()).to.deep.equal([])
  })
})

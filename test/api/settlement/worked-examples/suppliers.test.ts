import { expect } from 'chai'
import { post } from '../../../support/client.ts'
import { chf, credit, debit, taxLine } from '../../../support/requests/examples.ts'
import { booksOfExamples, eur, off } from './books-of-examples.ts'

/** Each by its name, to the Rappen, in the form of one step where there are two. */
describe('worked examples of payments to suppliers', () => {
  const { customer, owed, settle, e1, e2, lastEntry, debited, entryOf, booked, came, owing, rates } = booksOfExamples()

  it('S1 full, S2 partial', async () => {
    const [full, part] = [await e1(), await e1()]
    const { body } = await settle(full.id, 10_810, await debited('108.10'))
    await came({ 2000: 10_810, 1020: -10_810 }, [], body.journal_entry_id)
    const { body: half } = await settle(part.id, 5_000, await debited('50.00'))
    await came({ 2000: 5_000, 1020: -5_000 }, [], half.journal_entry_id)
    expect([await owing(full), await owing(part)]).to.deep.equal([0, 5_810])
  })

  it('S3 over-payment, S4 with a fee of the bank', async () => {
    const [over, fee] = [await e1(), await e1()]
    const { body } = await settle(over.id, 11_000, { ...(await debited('110.00')), overpayment: 'advance' })
    await came({ 2000: 10_810, 1192: 190, 1020: -11_000 }, [], body.journal_entry_id)
    expect([await owing(over), body.advance?.amount]).to.deep.equal([0, chf(190)])
    const { body: more } = await settle(fee.id, 10_810, { ...(await debited('111.10')), ...off('bank_charges', 300) })
    await came({ 2000: 10_810, 6940: 300, 1020: -11_110 }, [], more.journal_entry_id)
    expect(await owing(fee)).to.equal(0)
  })

  it('S5 discount on expense, S6 discount on material, S7 small difference', async () => {
    const [class6, material, small] = [await e1(), await e2(500_000, 13_000), await e1()]
    const { body } = await settle(class6.id, 10_594, off('discount', 216))
    await came({ 2000: 10_810, 1020: -10_594, 6500: -200, 1171: -16 }, ['I81 405 -200 -16'], body.journal_entry_id)
    const { body: less } = await settle(material.id, 502_740, off('discount', 10_260))
    const moved = { 2000: 513_000, 1020: -502_740, 4900: -10_000, 1170: -260 }
    await came(moved, ['M26 400 -10000 -260'], less.journal_entry_id)
    const other = { deductions: [{ type: 'other', amount: chf(10), account_code: '6945' }] }
    const { body: gone } = await settle(small.id, 10_800, other)
    await came({ 2000: 10_810, 1020: -10_800, 6945: -10 }, [], gone.journal_entry_id)
    expect([await owing(class6), await owing(material), await owing(small)]).to.deep.equal([0, 0, 0])
  })

  it('S8 reversed with a fee of the bank for the return, S9 several payables in one bank line', async () => {
    const returned = await e1()
    const { body } = await settle(returned.id, 10_810, await debited('108.10'))
    const path = `/v1/supplier-payables/${returned.id}/settlements/${body.id}/reverse` as const
    const { body: undone } = await post(path, { end_customer_id: customer(), reason: 'zurück' }, { wait: 10 })
    await debited('2.00')
    const { id: entry_id } = await lastEntry()
    const bank_entries = [{ entry_id, amount: chf(200) }]
    const fee = await booked([debit('6940', 200), credit('1020', 200)], { bank_entries })
    await came({ 6940: 200, 1020: -200 }, [], body.journal_entry_id, undone.reversal_journal_entry_id, fee)
    const [first, second] = [await e1(), await e2()]
    const evidence = await debited('159.40')
    const one = (await settle(first.id, 10_810, evidence)).body.journal_entry_id
    const two = (await settle(second.id, 5_130, evidence)).body.journal_entry_id
    await came({ 2000: 15_940, 1020: -15_940 }, [], one, two)
    expect([await owing(returned), await owing(first), await owing(second)]).to.deep.equal([10_810, 0, 0])
  })

  it('E9 paid by credit card, or by staff', async () => {
    for (const [account, category, expense] of [
      ['2215', undefined, '6500'],
      ['2210', 'travel', '6640'],
    ] as const) {
      const payable = await owed(10_810, {
        tax_lines: [taxLine('I81', 10_000, 810, category && { expense_category: category })],
      })
      const { body } = await settle(payable.id, 10_810, { account_code: account })
      const fact = await entryOf(payable.source_fact_id.id)
      const moved = { [expense]: 10_000, 1171: 810, [account]: -10_810 }
      await came(moved, ['I81 405 10000 810'], fact, body.journal_entry_id)
    }
  })

  it('N1 credit note, N2 set-off and the rest paid', async () => {
    const invoice = await e1()
    const note = await owed(-5_405, { tax_lines: [taxLine('I81', -5_000, -405)] })
    const fact = await entryOf(note.source_fact_id.id)
    await came({ 2000: 5_405, 6500: -5_000, 1171: -405 }, ['I81 405 -5000 -405'], fact)
    const lines = [
      { supplier_payable_id: invoice.id, amount: chf(5_405) },
      { supplier_payable_id: note.id, amount: chf(-5_405) },
    ]
    const { body } = await post(
      '/v1/allocations',
      { end_customer_id: customer(), posting_date: '2026-04-15', lines },
      { wait: 10 },
    )
    const { body: rest } = await settle(invoice.id, 5_405, await debited('54.05'))
    await came({ 2000: 5_405, 1020: -5_405 }, [], body.journal_entry_id, rest.journal_entry_id)
    expect([await owing(invoice), await owing(note)]).to.deep.equal([0, 0])
  })

  it('X1 foreign service, X2 settled with a gain, X3 with a loss, X4 Swiss supplier in euros', async () => {
    await rates(['2026-01-01', '0.95'])
    const service = async () => {
      const tax_lines = [taxLine('B81', 50_000, 0, { expense_category: 'accounting' })].map((line) =>
        JSON.parse(JSON.stringify(line).replaceAll('CHF', 'EUR')),
      )
      const payable = await owed(0, { currency: 'EUR', gross_amount: eur(50_000), tax_lines })
      return { payable, fact: await entryOf(payable.source_fact_id.id) }
    }
    const [gain, loss] = [await service(), await service()]
    await came(
      { 6530: 47_500, 2000: -47_500, 1171: 3_848, 2203: -3_848 },
      ['B81 383 47500 3848', 'I81 405 47500 3848'],
      gain.fact,
    )
    const { body } = await settle(gain.payable.id, 0, {
      amount: eur(50_000),
      ...(await debited('475.00')),
      ...off('bank_charges', 500),
    })
    await came({ 2000: 47_500, 1020: -47_500, 6940: 500, 6999: -500 }, [], body.journal_entry_id)
    const { body: more } = await settle(loss.payable.id, 0, { amount: eur(50_000), ...(await debited('480.00')) })
    await came({ 2000: 47_500, 1020: -48_000, 6949: 500 }, [], more.journal_entry_id)
    const tax_lines = [
      JSON.parse(
        JSON.stringify(taxLine('I81', 100_000, 8_100, { expense_category: 'telecom' })).replaceAll('CHF', 'EUR'),
      ),
    ]
    const swiss = await owed(0, { currency: 'EUR', gross_amount: eur(108_100), tax_lines })
    const fact = await entryOf(swiss.source_fact_id.id)
    await came({ 6510: 95_000, 1171: 7_695, 2000: -102_695 }, ['I81 405 95000 7695'], fact)
    expect([await owing(gain.payable), await owing(loss.payable)]).to.deep.equal([0, 0])
  })
})

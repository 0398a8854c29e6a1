import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { get, post } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder } from '../../orders/books-to-order.ts'

const date = todayInSwitzerland()
const AMOUNT = 54_050
const REFERENCE = 'RF18539007547034'

type Told = { readonly reference?: string; readonly text?: string; readonly amount?: string }
const told = (direction: 'CRDT' | 'DBIT', { reference, text, amount = '540.50' }: Told) => {
  const structured = reference ? `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>` : ''
  const remittance = `<RmtInf>${text ? `<Ustrd>${text}</Ustrd>` : ''}${structured}</RmtInf>`
  const details = `<TxDtls><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${remittance}</TxDtls>`
  return bankEntry({ amount, direction, date, details })
}

/** What a bank entry of 540.50 tells that is booked as revenue or expense beside an open item of that amount, R-2026-501; and whether that is told. */
const CASES: readonly (readonly [name: string, told: Told, warns: boolean])[] = [
  ['has its reference', { reference: REFERENCE }, true],
  ['has its reference, and another amount', { reference: REFERENCE, amount: '530.50' }, true],
  ['has its reference in a text', { text: 'RF18 5390 0754 7034' }, true],
  ['has its number and amount', { text: 'Rechnung R-2026-501' }, true],
  ['has its number, and another amount', { text: 'Rechnung R-2026-501', amount: '530.50' }, false],
  ['has another reference', { reference: 'RF712348231' }, false],
  ['names nothing', { text: 'Danke' }, false],
]

describe('a voucher that books a bank entry beside an open item', () => {
  const { customer, invoiced, owedToHolz, paid, list, settle } = booksToOrder()
  const terms = { document_number: 'R-2026-501', document_date: date, due_date: date, payment_reference: REFERENCE }
  const entryOf = async (stated: string) => {
    await paid(stated)
    return there((await list('camt-053/entries')).at(-1))
  }
  const booked = async (lines: readonly object[], bank_entry: object) => {
    const payload = { lines, bank_entries: [bank_entry] }
    const { body } = await post(VOUCHERS, voucher(customer(), { business_date: date, payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    expect((await get(`/v1/source-facts/${body.id}`)).body.warnings).to.deep.equal(body.warnings)
    return (body.warnings ?? []).filter(({ code }) => code === 'evidence_names_other')
  }
  const asRevenue = ({ id: entry_id, amount: { amount_minor: whole } }: Awaited<ReturnType<typeof entryOf>>) =>
    booked([debit('1020', whole), credit('3400', whole)], { entry_id })
  const asExpense = ({ id: entry_id, amount: { amount_minor: whole } }: Awaited<ReturnType<typeof entryOf>>) =>
    booked([debit('6500', whole), credit('1020', whole)], { entry_id })

  for (const [name, tells, warns] of CASES) {
    const says = warns ? 'is warned of' : 'is booked in silence'
    it(`${says} where a credit ${name}`, async () => {
      const document = await invoiced(AMOUNT, terms)
      const warnings = await asRevenue(await entryOf(told('CRDT', tells)))
      expect(warnings.map(({ pointer, message }) => [pointer, message.includes(document.id)])).to.deep.equal(
        warns ? [['/payload/bank_entries', true]] : [],
      )
    })
    it(`${says} where a debit ${name}`, async () => {
      const payable = await owedToHolz(AMOUNT, terms)
      const warnings = await asExpense(await entryOf(told('DBIT', tells)))
      expect(warnings.map(({ message }) => message.includes(payable.id))).to.deep.equal(warns ? [true] : [])
    })
  }

  it('is booked in silence where its line is for the item, or for the credit of the payment', async () => {
    const [document, second] = [
      await invoiced(AMOUNT, terms),
      await invoiced(AMOUNT, { ...terms, document_number: 'R-2026-502' }),
    ]
    const entry = await entryOf(told('CRDT', { reference: REFERENCE }))
    const of = (open_item: object, account = '1100') => [
      debit('1020', AMOUNT),
      credit(account, AMOUNT, { open_item: { purpose: 'payment', ...open_item } }),
    ]
    expect(await booked(of({ document_id: document.id }), { entry_id: entry.id })).to.have.length(0)
    const parked = await entryOf(told('CRDT', { text: 'R-2026-502', reference: REFERENCE }))
    const payment = there((await list('payments')).at(-1))
    const credited = of({ payment_id: payment.id, purpose: 'transfer' }, '2030')
    expect(await booked(credited, { entry_id: parked.id })).to.have.length(0)
    expect((await get(`/v1/documents/${second.id}`)).body.open_amount.amount_minor).to.equal(AMOUNT)
  })

  it('is booked in silence where enough is left for the item', async () => {
    await invoiced(AMOUNT, terms)
    const { id: entry_id } = await entryOf(told('CRDT', { reference: REFERENCE, amount: '545.50' }))
    const amount = { amount_minor: 500, currency: 'CHF' }
    expect(await booked([debit('1020', 500), credit('3400', 500)], { entry_id, amount })).to.have.length(0)
  })

  it('is booked in silence where the item is closed, and told once where its line is for another one', async () => {
    const [own, other] = [
      await owedToHolz(AMOUNT, terms),
      await owedToHolz(AMOUNT, { ...terms, document_number: 'R-2026-502', payment_reference: 'RF712348231' }),
    ]
    const entry = await entryOf(told('DBIT', { reference: REFERENCE }))
    const open_item = { supplier_payable_id: other.id, purpose: 'payment' }
    const warnings = await booked([debit('2000', AMOUNT, { open_item }), credit('1020', AMOUNT)], {
      entry_id: entry.id,
    })
    expect(warnings.map(({ pointer }) => pointer)).to.deep.equal(['/payload/lines/0/open_item'])
    await settle(own.id, AMOUNT, { settlement_date: date, account_code: '1000' })
    expect(await asExpense(await entryOf(told('DBIT', { reference: REFERENCE, text: 'noch einmal' })))).to.have.length(
      0,
    )
  })
})

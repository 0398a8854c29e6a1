import { expect } from 'chai'
import { transaction } from '../../camt053/messages.ts'
import { chf } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksWithRules } from './books-with-rules.ts'
import { createRule } from './rule-requests.ts'

const DAY = '2026-03-31'
const [OWN_IBAN, OTHER_IBAN] = ['CH9300762011623852957', 'CH0204835000626882001']
const toOther = (name: string, account: string | null = null) => {
  const to = account && `<CdtrAcct><Id><IBAN>${account}</IBAN></Id></CdtrAcct>`
  return `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
    <RltdPties><Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr>${to ?? ''}</RltdPties></TxDtls>`
}
const toHolz = (unstructured = '', reference = '') => {
  const named = reference && `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`
  const text = `<RmtInf>${unstructured && `<Ustrd>${unstructured}</Ustrd>`}${named}</RmtInf>`
  return `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
    <RltdPties><Cdtr><Pty><Nm>Holz GmbH</Nm></Pty></Cdtr></RltdPties>${text}</TxDtls>`
}

/** A name and an amount prove little, and still more than a rule does: what an open item explains is for a reviewer. */
describe('automatic rules and what else a bank entry may be', () => {
  const { customer, imported, proposals, trial, entry, invoiced, owed, list, openOf } = booksWithRules()
  const rule = async (credit_debit_indicator: 'DBIT' | 'CRDT', more: object = {}) => {
    const account_code = credit_debit_indicator === 'DBIT' ? '6500' : '3400'
    const { status, text, body } = await createRule(customer(), {
      ...{ mode: 'automatic', state: 'on' },
      conditions: { credit_debit_indicator, amount_from: chf(1) },
      action: { text: 'Regel', lines: [{ account_code }] },
      ...more,
    })
    expect(status, text).to.equal(201)
    return body
  }
  const owedToHolz = (amount: number, more: object = {}) =>
    owed(amount, { supplier: { name: 'Schreinerei Holz GmbH' }, document_date: DAY, ...more })
  /** Whether it is booked, and what is proposed for it. */
  const found = async (...entries: readonly { readonly id: string }[]) => {
    const candidates = await list('settlement-candidates')
    const all = await Promise.all(entries.map(({ id }) => entry(id)))
    return all.map(({ id, booking_state }) => {
      const own = candidates.filter(({ entry_id }) => entry_id === id)
      return [booking_state, ...own.map(({ target_type, score }) => `${target_type} ${score}`).sort()]
    })
  }

  it('a debit of the supplier and the amount of a payable is proposed for it, and by the rule with a reason', async () => {
    await rule('DBIT')
    await owedToHolz(100_000)
    const entries = await imported(
      { amount: '1000.00', details: toHolz() },
      { amount: '1000.00', text: 'Bezug Automat' },
      { amount: '900.00', details: toHolz() },
    )
    expect(await found(...entries)).to.deep.equal([
      ['unbooked', 'rule 80', 'supplier_payable 60'],
      ['booked'],
      ['unbooked', 'rule 80'],
    ])
    expect((await proposals()).map(({ reasons }) => reasons)).to.deep.equal([
      ['direction', 'amount_range', 'other_candidate'],
      ['direction', 'amount_range', 'open_item_of_partner'],
    ])
  })

  it('a credit of the customer and the amount of an invoice likewise', async () => {
    await rule('CRDT')
    await invoiced(50_000, { customer: { name: 'Kundin GmbH' } })
    const from = { direction: 'CRDT', details: transaction({}) }
    const entries = await imported({ ...from, amount: '500.00' }, { ...from, amount: '480.00' })
    expect(await found(...entries)).to.deep.equal([
      ['unbooked', 'document 60', 'rule 80'],
      ['unbooked', 'rule 80'],
    ])
  })

  it('a discount of the terms, several payables in one amount, and a part of one that it names', async () => {
    await rule('DBIT')
    await owedToHolz(100_000, { discount_terms: [{ days: 10, discount_bp: 200 }] })
    await owedToHolz(30_000, { document_number: 'RE-2026-77' })
    const entries = await imported(
      { amount: '980.00', details: toHolz() },
      { amount: '1300.00', details: toHolz() },
      { amount: '100.00', details: toHolz('Akonto RE-2026-77') },
    )
    expect((await found(...entries)).map(([state]) => state)).to.deep.equal(['unbooked', 'unbooked', 'unbooked'])
  })

  it('a number alone may stand there by chance, and stops no rule', async () => {
    await rule('DBIT')
    await owedToHolz(30_000, { document_number: '4711' })
    const entries = await imported({ amount: '5.00', text: 'Bezug Automat 4711' })
    expect(await found(...entries)).to.deep.equal([['booked']])
  })

  it('the rule that pays just that payable books it', async () => {
    const payable = await owedToHolz(100_000)
    await rule('DBIT', { action: { text: 'Holz', settle_payable_of: { name: payable.supplier_name } } })
    const entries = await imported({ amount: '1000.00', details: toHolz() })
    expect(await found(...entries)).to.deep.equal([['booked']])
  })

  it('the rule that pays a payable stands back where the debit names the reference of another document', async () => {
    const [october, november] = ['RF18539007547034', 'RF712348231']
    const payable = await owedToHolz(100_000, { payment_reference: october })
    const { id } = await rule('DBIT', { action: { text: 'Holz', settle_payable_of: { name: payable.supplier_name } } })
    const [other] = await imported({ amount: '1000.00', details: toHolz('', november) })
    expect((await entry(there(other).id)).booking_state).to.equal('unbooked')
    const { would_book, obstacles } = there((await trial(id)).data[0])
    const refusal = obstacles.find(({ code }) => code === 'no_open_payable')
    expect([would_book, refusal?.message]).to.deep.equal([
      false,
      `${payable.id} has the reference ${october}, and the debit names that of another document.`,
    ])
    // A document without a reference may have been entered without it.
    await owedToHolz(20_000)
    const [own] = await imported({ amount: '200.00', details: toHolz('', november) })
    expect((await entry(there(own).id)).booking_state).to.equal('booked')
    expect(await openOf('supplier-payables', payable.id)).to.equal(100_000)
  })

  it('the rule that pays a payable stands back where the debit fits that of another supplier, too', async () => {
    const owedTo = (name: string, account: string) =>
      owed(17_800, { supplier: { name, iban: account }, document_date: DAY })
    const own = await owedTo('Müller AG', OWN_IBAN)
    const other = await owedTo('Müller GmbH', OTHER_IBAN)
    const action = { text: 'Müller', settle_payable_of: { name: 'Müller AG' } }
    const conditions = { credit_debit_indicator: 'DBIT', counterparty_name: 'Müller' }
    const { id } = await rule('DBIT', { conditions, action })
    const held = await imported(
      { amount: '178.00', details: toOther('Müller GmbH', OTHER_IBAN) },
      { amount: '178.00', details: toOther('Hans Müller') },
    )
    expect((await found(...held)).map(([state]) => state)).to.deep.equal(['unbooked', 'unbooked'])
    const { would_book, obstacles } = there((await trial(id)).data[0])
    const refusal = obstacles.find(({ code }) => code === 'several_open_payables')
    expect([would_book, refusal?.message]).to.deep.equal([
      false,
      `${other.id} of another supplier is open with CHF 178.00 as well as ${own.id}, and the debit fits its name or account.`,
    ])
    // The account of its own document says whose money it is.
    const [booked] = await imported({ amount: '178.00', details: toOther('Müller', OWN_IBAN) })
    expect((await entry(there(booked).id)).booking_state).to.equal('booked')
    expect([await openOf('supplier-payables', own.id), await openOf('supplier-payables', other.id)]).to.deep.equal([
      0, 17_800,
    ])
  })

  it('its trial says so: no automatic rule would book it', async () => {
    const { id } = await rule('DBIT', { mode: 'candidate' })
    await owedToHolz(100_000)
    const [one] = await imported({ amount: '1000.00', details: toHolz() }, { amount: '900.00', details: toHolz() })
    const { data } = await trial(id)
    expect(data.map(({ would_book, obstacles }) => [would_book, ...obstacles.map(({ code }) => code)])).to.deep.equal([
      [false, 'other_candidate'],
      [false, 'open_item_of_partner'],
    ])
    const candidate = (await list('settlement-candidates')).find(
      ({ entry_id, target_type }) => entry_id === one?.id && target_type === 'supplier_payable',
    )
    expect(data[0]?.obstacles[0]?.id).to.equal(candidate?.id)
  })
})

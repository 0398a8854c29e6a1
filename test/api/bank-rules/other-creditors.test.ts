import { expect } from 'chai'
import { there } from '../../support/there.ts'
import { booksWithRules } from './books-with-rules.ts'
import { type Told, told } from './explained/lines-of-bank.ts'
import { createRule } from './rule-requests.ts'

const DAY = '2026-03-31'
const [OWN_IBAN, OTHER_IBAN, UNKNOWN_IBAN] = ['CH9300762011623852957', 'CH0204835000626882001', 'CH5604835012345678009']
const [AG, GMBH] = ['Müller AG', 'Müller GmbH']

type Case = {
  readonly name: string
  readonly line: Told
  readonly booked: boolean
  /** Without an account on its document. */
  readonly iban?: string
  /** Of the condition of the rule. */
  readonly named?: string
  /** Partners beside the supplier, of whom nothing of this amount is open. */
  readonly others?: readonly string[]
}

const CASES: readonly Case[] = [
  { name: 'its account', line: { name: GMBH, iban: OWN_IBAN }, booked: true, others: [GMBH] },
  { name: 'its name, to an account that nobody knows', line: { name: AG, iban: UNKNOWN_IBAN }, booked: true },
  { name: 'its name in other letters', line: { name: 'MÜLLER AG', iban: UNKNOWN_IBAN }, booked: true },
  { name: 'its name and no account', line: { name: AG }, booked: true, others: [GMBH] },
  { name: 'a name with its words, of nobody known', line: { name: 'Müller' }, booked: true },
  { name: 'another legal form', line: { name: GMBH, iban: UNKNOWN_IBAN }, booked: false },
  { name: 'another legal form and no account', line: { name: GMBH }, booked: false },
  { name: 'a legal form that says the same', line: { name: 'Müller SA', iban: UNKNOWN_IBAN }, booked: true },
  {
    name: 'a name with more words, to another account',
    line: { name: 'Hans Müller', iban: UNKNOWN_IBAN },
    booked: false,
  },
  {
    name: 'the same, where no account is known of the supplier',
    line: { name: 'Hans Müller', iban: UNKNOWN_IBAN },
    ...{ booked: true, iban: '' },
  },
  { name: 'the whole name of another partner', line: { name: 'Hans Müller' }, booked: false, others: ['Hans Müller'] },
  {
    name: 'the name that the rule itself has',
    line: { name: 'Elektra Müller', iban: UNKNOWN_IBAN },
    ...{ booked: true, named: 'Elektra Müller' },
  },
]

describe('rules that pay the payable of a supplier, and whom a debit pays', () => {
  const { customer, imported, proposals, trial, entry, owed, openOf, settle } = booksWithRules()
  const owedTo = (name: string, iban: string, amount = 17_800) =>
    owed(amount, {
      ...{
        supplier: { name, supplier_external_reference: name, ...(iban && { iban }) },
        supplier_external_reference: name,
      },
      ...{ document_date: DAY, tax_lines: [] },
    })
  const ruled = async (counterparty_name = 'Müller') => {
    const { status, text, body } = await createRule(customer(), {
      ...{ mode: 'automatic', state: 'on' },
      conditions: { credit_debit_indicator: 'DBIT', counterparty_name },
      action: { text: 'Müller', settle_payable_of: { name: AG } },
    })
    expect(status, text).to.equal(201)
    return body
  }
  const pay = async (line: Told, amount = '178.00') =>
    there((await imported({ amount, text: '', details: told('DBIT', line) }))[0])
  const expectHeld = async (entry_id: string) => {
    expect((await entry(entry_id)).booking_state).to.equal('unbooked')
    const rules = (await proposals()).filter((one) => one.entry_id === entry_id)
    expect(rules.map(({ reasons }) => reasons.at(-1))).to.deep.equal(['other_creditor'])
  }

  for (const { name, line, booked, iban = OWN_IBAN, named, others = [] } of CASES)
    it(`${booked ? 'book' : 'stand back from'} a debit to ${name}`, async () => {
      const own = await owedTo(AG, iban)
      for (const other of others) await owedTo(other, OTHER_IBAN, 5_000)
      const { id } = await ruled(named)
      const debit = await pay(line)
      expect(await openOf('supplier-payables', own.id)).to.equal(booked ? 0 : 17_800)
      if (booked) return
      await expectHeld(debit.id)
      const { would_book, obstacles } = there((await trial(id)).data[0])
      expect([would_book, obstacles.map(({ code }) => code)]).to.deep.equal([false, ['other_creditor']])
    })

  it('stand back from an account that was paid for another supplier, whatever the name', async () => {
    const before = await owedTo(GMBH, '', 5_000)
    const earlier = await pay({ name: GMBH, iban: OTHER_IBAN }, '50.00')
    await settle(before.id, 5_000, { settlement_date: DAY, evidence_sha256: earlier.canonical_entry_hash })
    const own = await owedTo(AG, '')
    await ruled()
    await expectHeld((await pay({ name: AG, iban: OTHER_IBAN })).id)
    expect(await openOf('supplier-payables', own.id)).to.equal(17_800)
  })

  it('know an account from the payment that somebody has settled', async () => {
    const before = await owedTo(AG, OWN_IBAN, 5_000)
    const earlier = await pay({ name: GMBH, iban: UNKNOWN_IBAN }, '50.00')
    await settle(before.id, 5_000, { settlement_date: DAY, evidence_sha256: earlier.canonical_entry_hash })
    const own = await owedTo(AG, OWN_IBAN)
    await ruled()
    expect((await entry((await pay({ name: GMBH, iban: UNKNOWN_IBAN })).id)).booking_state).to.equal('booked')
    expect(await openOf('supplier-payables', own.id)).to.equal(0)
  })
})

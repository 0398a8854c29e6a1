import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { quietly } from '../../../support/books.ts'
import { put } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksWithRules } from '../books-with-rules.ts'
import { createRule, switchRule } from '../rule-requests.ts'
import { BY_HAND } from './by-hand.ts'
import { BY_OPEN_ITEMS } from './by-open-items.ts'
import { BY_PARTNERS } from './by-partners.ts'
import { BY_RETURNS } from './by-returns.ts'
import { BY_TEXT } from './by-text.ts'
import { IN_OTHER_CURRENCIES } from './in-other-currencies.ts'
import { type Told, told } from './lines-of-bank.ts'
import { type Direction, HOLZ, QRR_IN_BLOCKS, RF } from './row.ts'

const OWN = 'CH3908704016075473007'

describe('what explains a bank entry, and a rule that books everything', () => {
  const books = booksWithRules()
  const { customer, imported, entry, list, owed, openOf, proposals } = books
  const ruled = async (credit_debit_indicator: Direction, action: object) => {
    const { status, text } = await createRule(customer(), {
      ...{ mode: 'automatic', state: 'on' },
      conditions: { credit_debit_indicator, amount_from: chf(1) },
      action: { text: 'Regel', ...action },
    })
    expect(status, text).to.equal(201)
  }
  beforeEach(async () => {
    const rates = [{ currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' }]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
  })
  const saidOfRule = async (entry_id: string): Promise<readonly string[]> =>
    there((await proposals()).find((one) => one.entry_id === entry_id)).reasons
  /** Whether it is booked, and what is proposed beside the rule. */
  const found = async (entry_id: string) => {
    const { booking_state } = await entry(entry_id)
    const others = (await list('settlement-candidates')).filter(
      (one) => one.entry_id === entry_id && one.target_type !== 'rule',
    )
    const inWords = others.map(({ target_type, proposed_amount: { currency, amount_minor }, score, reasons }) =>
      [target_type, currency, amount_minor, score, reasons.join()].join(' '),
    )
    return [booking_state, ...inWords.sort()]
  }

  for (const { name, direction, open, amount, line, ofBank = '', date, proposed, held } of [
    ...BY_OPEN_ITEMS,
    ...IN_OTHER_CURRENCIES,
    ...BY_RETURNS,
    ...BY_HAND,
    ...BY_PARTNERS,
    ...BY_TEXT,
  ]) {
    it(`${direction} ${name}: ${held ?? proposed.join('; ')}`, async () => {
      await open(books)
      await ruled(direction, { lines: [{ account_code: direction === 'DBIT' ? '6500' : '3400' }] })
      const payments = Array.isArray(line) ? (line as readonly Told[]) : [line as Told]
      const details = payments.map((one) => told(direction, one)).join('')
      const [one] = await imported({ amount, direction, details, text: ofBank, ...(date && { date }) })
      expect(await found(there(one).id)).to.deep.equal(['unbooked', ...proposed])
      if (held) expect(await saidOfRule(there(one).id)).to.deep.equal(['direction', 'amount_range', held])
    })
  }

  const mapOwn = () =>
    put('/v1/account-mappings', {
      end_customer_id: customer(),
      mappings: [{ mapping_key: `posting.bank.${OWN}`, account_code: '1021', valid_from: '2026-01-01' }],
    })

  it('CRDT the money of a paid bill that comes back to another account of the end customer: settled_with_partner', async () => {
    await mapOwn()
    const { id } = await owed(100_000, { supplier: { name: HOLZ }, tax_lines: [] })
    const [paying] = await imported({ amount: '1000.00', date: '2026-03-25', text: 'E-Banking' })
    const evidence_sha256 = there(paying).canonical_entry_hash
    await books.settle(id, 100_000, { settlement_date: '2026-03-25', evidence_sha256 })
    await ruled('CRDT', { lines: [{ account_code: '3400' }] })
    await books.stated(OWN, bankEntry({ amount: '1000.00', details: told('CRDT', { name: HOLZ }) }))
    await quietly(customer())
    const one = there((await list('camt-053/entries')).at(-1))
    expect(await found(one.id)).to.deep.equal(['unbooked'])
    expect((await saidOfRule(one.id)).at(-1)).to.equal('settled_with_partner')
  })

  it('DBIT another account of the end customer: own_account, but for the rule that names it', async () => {
    const name = { conditions: { credit_debit_indicator: 'DBIT', counterparty_iban: OWN } }
    await mapOwn()
    await ruled('DBIT', { lines: [{ account_code: '6500' }] })
    const toOwn = { amount: '1000.00', text: '', details: told('DBIT', { name: 'Test AG', iban: OWN }) }
    const [one] = await imported(toOwn)
    expect(await found(there(one).id)).to.deep.equal(['unbooked'])
    const { reasons, target_bank_rule_id } = there((await proposals())[0])
    expect(reasons.at(-1)).to.equal('own_account')
    await switchRule(customer(), target_bank_rule_id ?? '', 'off')
    const action = { text: 'Übertrag', lines: [{ account_code: '1021' }] }
    await createRule(customer(), { mode: 'automatic', state: 'on', ...name, action })
    const [other] = await imported({ ...toOwn, amount: '1100.00' })
    expect(await found(there(other).id)).to.deep.equal(['booked'])
  })

  it('a partner with nothing open and nothing settled is nobody whom a rule has to spare', async () => {
    await owed(100_000, { supplier: { name: 'Lidl Schweiz AG' } })
    await ruled('DBIT', { lines: [{ account_code: '6500' }] })
    const [one] = await imported({
      ...{ amount: '80.00', text: '', details: told('DBIT', { name: 'Swisscom (Schweiz) AG', text: 'Juli 2026' }) },
    })
    expect(await found(there(one).id)).to.deep.equal(['booked'])
  })

  for (const [name, ofBank] of [
    ['a part of the name in a text', 'E-BANKING HOLZ 8000 ZUERICH'],
    ['another account in a text', 'E-BANKING CH93 0076 2011 6238 5295 7'],
  ] as const)
    it(`DBIT ${name} is nobody whom a rule has to spare`, async () => {
      await owed(100_000, { supplier: { name: HOLZ, iban: 'CH5604835012345678009' } })
      await ruled('DBIT', { lines: [{ account_code: '6500' }] })
      const [one] = await imported({ amount: '1000.00', text: ofBank })
      expect(await found(there(one).id)).to.deep.equal(['booked'])
    })

  it('the rule that pays a payable stands back where the reference of another document stands in the text', async () => {
    const october = await owed(100_000, { supplier: { name: HOLZ }, payment_reference: RF })
    await ruled('DBIT', { settle_payable_of: { name: october.supplier_name } })
    const pay = (text: string) => imported({ amount: '1000.00', text: '', details: told('DBIT', { name: HOLZ, text }) })
    const [november] = await pay(`Rechnung ${QRR_IN_BLOCKS}`)
    expect((await entry(there(november).id)).booking_state).to.equal('unbooked')
    expect(await openOf('supplier-payables', october.id)).to.equal(100_000)
    const [own] = await pay('Rechnung RF18 5390 0754 7034')
    expect(await found(there(own).id)).to.deep.equal([
      'unbooked',
      'supplier_payable CHF 100000 100 reference,amount,name',
    ])
  })

  it('the rule that pays a payable stands back where the number of another document stands in the text', async () => {
    const october = await owed(100_000, { supplier: { name: HOLZ }, document_number: 'STR-2026-1010' })
    await ruled('DBIT', { settle_payable_of: { name: october.supplier_name } })
    const pay = (text: string) => imported({ amount: '1000.00', text: '', details: told('DBIT', { name: HOLZ, text }) })
    const [november] = await pay('Rechnung STR-2026-1111')
    expect(await found(there(november).id)).to.deep.equal([
      'unbooked',
      'supplier_payable CHF 100000 35 amount,other_number,name',
    ])
    const [unnamed] = await pay('Rechnung Oktober')
    expect((await entry(there(unnamed).id)).booking_state).to.equal('booked')
    expect(await openOf('supplier-payables', october.id)).to.equal(0)
  })

  it('the rule that pays a payable stands back where a text names the month of a later bill', async () => {
    const march = await owed(100_000, { supplier: { name: HOLZ }, document_date: '2026-03-10', document_number: 'A-7' })
    await ruled('DBIT', { settle_payable_of: { name: march.supplier_name } })
    const pay = (text: string) => imported({ amount: '1000.00', text: '', details: told('DBIT', { name: HOLZ, text }) })
    const days = ['vom 10.04.2026', '10.04.2026', '10. 4. 2026', '10.04.', '10-04-2026', '2026.04.10'].map(
      (day) => `Rechnung ${day}`,
    )
    for (const text of ['Miete April 2026', ...days, 'Rg/10.04.2026']) {
      const [later] = await pay(text)
      expect((await entry(there(later).id)).booking_state).to.equal('unbooked')
    }
    const [own] = await pay('Miete März 2026')
    expect((await entry(there(own).id)).booking_state).to.equal('booked')
    expect(await openOf('supplier-payables', march.id)).to.equal(0)
  })

  for (const text of ['Miete 2026-04', '2026/04'])
    it(`the rule that pays a payable numbered by its month stands back where a text says "${text}"`, async () => {
      const more = { document_date: '2026-03-01', document_number: 'RE-2026-03' }
      const march = await owed(100_000, { supplier: { name: HOLZ }, ...more })
      await ruled('DBIT', { settle_payable_of: { name: march.supplier_name } })
      const pay = (said: string) =>
        imported({ amount: '1000.00', text: '', details: told('DBIT', { name: HOLZ, text: said }) })
      const [later] = await pay(text)
      expect((await entry(there(later).id)).booking_state).to.equal('unbooked')
      const [own] = await pay('Miete 2026-03')
      expect((await entry(there(own).id)).booking_state).to.equal('booked')
    })
})

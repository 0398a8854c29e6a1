import { expect } from 'chai'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry, transaction } from '../../../camt053/messages.ts'
import { booksToSettle } from '../books-to-settle.ts'

const date = todayInSwitzerland()
const AMOUNT = 54_050
const [ALPHA, BETA] = ['Alpha AG', 'Beta AG']
const [ALPHA_IBAN, BETA_IBAN] = ['CH9300762011623852957', 'CH0204835000626882001']
const [FIRST, SECOND, THIRD] = ['RF18539007547034', 'RF712348231', 'RF45G72UUR']

type Told = Parameters<typeof transaction>[0]

/** What a credit of 540.50 tells that is allocated to A-17 of Alpha, while Z-901 of Beta is open with an amount; and whether it is told. */
const CASES: readonly (readonly [name: string, told: Told, other: number, warns: boolean])[] = [
  ['the name of another customer', { name: 'BETA  AG' }, AMOUNT, true],
  ['the number of another document', { name: 'Treuhand Nord', unstructured: 'Rechnung Z-901' }, AMOUNT, true],
  [
    'the number of another document and its own name',
    { name: ALPHA, unstructured: 'Vielen Dank, z-901' },
    AMOUNT,
    true,
  ],
  ['an account that has paid for another customer', { name: 'Konto 4', iban: BETA_IBAN }, AMOUNT, true],
  ['its own name', { name: ALPHA }, AMOUNT, false],
  ['its own name, and an account that has paid for another', { name: ALPHA, iban: BETA_IBAN }, AMOUNT, false],
  ['an account that has paid for its own customer', { name: BETA, iban: ALPHA_IBAN }, AMOUNT, false],
  ['its own number', { name: BETA, unstructured: 'A-17' }, AMOUNT, false],
  ['both numbers', { name: BETA, unstructured: 'A-17, Z-901' }, AMOUNT, false],
  ['a name that is only like that of another customer', { name: 'Beta Handels AG' }, AMOUNT, false],
  ['a customer with a document of another amount', { name: BETA, unstructured: 'Z-901' }, AMOUNT + 5, false],
]

describe('a credit of the amount of two documents', () => {
  const { invoiced, received, allocate, list } = booksToSettle()
  const bill = (name: string, document_number: string, amount = AMOUNT, more: object = {}) =>
    invoiced(amount, {
      ...{ customer: { name, customer_external_reference: name }, document_number, document_date: date },
      ...more,
    })
  let credits = 0
  const credited = (told: Told, amount = '540.50') => {
    credits += 1
    return received(bankEntry({ amount, date, details: transaction({ amount, ...told }), text: `Eingang ${credits}` }))
  }
  const allocated = async (payment: { id: string }, document: { id: string }, amount = AMOUNT) => {
    const { status, body, text } = await allocate(payment.id, [[document.id, amount]])
    expect([status, body.state], text).to.deep.equal([201, 'posted'])
    return body
  }
  const doubtsOf = (warnings: readonly { code: string; message: string }[] | undefined) =>
    (warnings ?? []).flatMap(({ code, message }) => (code === 'evidence_names_other' ? message : []))

  for (const [name, told, amount, warns] of CASES)
    it(`${warns ? 'is warned of' : 'is allocated in silence'} where it has ${name}`, async () => {
      for (const [customer, iban] of [
        [ALPHA, ALPHA_IBAN],
        [BETA, BETA_IBAN],
      ] as const)
        await allocated(await credited({ name: customer, iban }, '7.00'), await bill(customer, customer, 700), 700)
      const own = await bill(ALPHA, 'A-17')
      const other = await bill(BETA, 'Z-901', amount)
      const body = await allocated(await credited(told), own)
      expect(doubtsOf(body.warnings).map((message) => message.includes(other.id))).to.deep.equal(warns ? [true] : [])
      expect((await list('allocations')).at(-1)).to.deep.equal(body)
    })

  const monthly = (place: number, payment_reference: string, amount = AMOUNT) =>
    bill(ALPHA, `R-2026-10${place}`, amount, { payment_reference, document_date: addDays(date, 30 * (place - 4)) })
  for (const [name, told] of [
    ['reference', { name: ALPHA, reference: FIRST }],
    ['number', { name: ALPHA, unstructured: 'R-2026-101' }],
  ] as const)
    it(`has the first ${name} of a standing order in silence, once the document of that is paid`, async () => {
      const [first, second, third] = [
        await monthly(1, FIRST),
        await monthly(2, SECOND),
        await monthly(3, THIRD, AMOUNT + 5),
      ]
      const early = await allocated(await credited(told), second, 10_000)
      expect(doubtsOf(early.warnings)).to.have.length(1)
      expect(doubtsOf((await allocated(await credited(told), first)).warnings)).to.have.length(0)
      expect(doubtsOf((await allocated(await credited(told), second, 44_050)).warnings)).to.have.length(0)
      expect(doubtsOf((await allocated(await credited(told), third)).warnings)).to.have.length(1)
    })

  const ofDay = (number: string | null, document_date: string, amount = AMOUNT) =>
    bill(ALPHA, number ?? '', amount, { document_date, ...(number === null && { document_number: undefined }) })
  for (const [text, number] of [
    ['Miete November', 'M-101'],
    ['Mietzins November 2026', 'RE-2026-0101'],
    ['Rechnung vom 1. November 2026', 'M-101'],
    ['Miete November', null],
  ] as const)
    it(`names the month of a later invoice, "${text}", also where it pays ${number ?? 'one without a number'} in full`, async () => {
      const [september, november] = [await ofDay(number, '2026-09-01'), await ofDay('M-133', '2026-11-01')]
      const told = { name: ALPHA, unstructured: text }
      expect(doubtsOf((await allocated(await credited(told), november)).warnings)).to.have.length(0)
      const body = await allocated(await credited(told), september)
      expect(doubtsOf(body.warnings).map((message) => /names a bill of .*november/.test(message))).to.deep.equal([true])
      expect((await list('allocations')).at(-1)).to.deep.equal(body)
    })

  it('has a rest that may pay anything, once it has paid the invoice of the month that it names, and not another one', async () => {
    const told = { name: ALPHA, unstructured: 'Miete November' }
    const [august, september] = [await ofDay('M-090', '2026-08-01'), await ofDay('M-101', '2026-09-01', 10_000)]
    const november = await ofDay(null, '2026-11-01')
    const [early, right] = [await credited(told, '640.50'), await credited(told, '640.50')]
    expect(doubtsOf((await allocated(right, november)).warnings)).to.have.length(0)
    expect(doubtsOf((await allocated(right, september, 5_000)).warnings)).to.have.length(0)
    expect(doubtsOf((await allocated(early, august)).warnings)).to.have.length(1)
    expect(doubtsOf((await allocated(early, september, 5_000)).warnings)).to.have.length(1)
  })
})

import { expect } from 'chai'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { creditorReference, modulo97 } from '../../../../shared/accounting/documents/payment-references.ts'
import type { PaymentOrderTrial } from '../../../../shared/contract/orders/payment-order-trial.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { post } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, holz } from '../books-to-order.ts'

const date = todayInSwitzerland()
const before = addDays(date, -7)
const HELD = 'debit_not_booked'
const WARNED = 'debit_may_fit'

/** What a debit says of its money. A number stands for one of many. */
type Said = {
  day?: string
  amount?: string
  name?: string
  iban?: number
  reference?: string
  text?: string
}
const ibanOf = (number: number) => {
  const account = `00700${String(number).padStart(12, '0')}`
  return `CH${String(98 - modulo97(`${account}CH00`)).padStart(2, '0')}${account}`
}
const debitOf = ({ day = date, amount = '178.00', name, iban, reference, text }: Said) => {
  const parties = [
    name && `<Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr>`,
    iban && `<CdtrAcct><Id><IBAN>${ibanOf(iban)}</IBAN></Id></CdtrAcct>`,
  ]
  const structured = `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd>`
  const remittance = `${text ? `<Ustrd>${text}</Ustrd>` : ''}${reference ? structured : ''}`
  const details = `<TxDtls><RltdPties>${parties.filter(Boolean).join('')}</RltdPties><RmtInf>${remittance}</RmtInf></TxDtls>`
  return bankEntry({ amount, direction: 'DBIT', date: day, details })
}

const [name, alike, stranger] = ['Beta Druck AG', 'Beta Transport AG', 'Steueramt']
const [own, other] = [creditorReference('136'), creditorReference('135')]
const number = 'RE-2026-101'
/** As a QR-bill prints it. */
const printed = '21 00000 00003 13947 14300 09017'
const ofQrBill = {
  payment_reference: printed,
  supplier: holz({ name: 'Beta Druck AG', iban: 'CH44 3199 9123 0008 8901 2', supplier_external_reference: 'L-1' }),
}

/** The payable is of 178.00, of today, with a number, a reference and an account. */
const CASES: readonly (readonly [what: string, said: Said, expected: string, payload?: object])[] = [
  ['before the document, with its reference', { day: before, name, iban: 1, reference: own }, HELD],
  [
    'before the document, with its reference and another amount',
    { day: before, amount: '90.00', reference: own },
    HELD,
  ],
  ['before the document, with its number, name and amount', { day: before, name, iban: 1, text: number }, WARNED],
  ['before the document, with its number and another amount', { day: before, amount: '90.00', text: number }, ''],
  ['before the document, with its name and amount', { day: before, name, iban: 1 }, ''],
  ['with the reference of another document', { name, iban: 1, reference: other }, WARNED],
  ['with the reference of another document and its number', { name, text: number, reference: other }, WARNED],
  [
    'with a reference, where its document has none',
    { name, iban: 1, reference: other },
    HELD,
    { payment_reference: undefined },
  ],
  ['with its reference, to another account', { name: stranger, iban: 2, reference: own }, HELD],
  ['with a name like that of its supplier, to another account', { name: alike, iban: 2 }, WARNED],
  ['with a name like that of its supplier, to no account', { name: alike }, HELD],
  ['with its name, to another account', { name, iban: 2 }, WARNED],
  ['with its name and number, to another account', { name, iban: 2, text: number }, HELD],
  ['with the name of its supplier in the text, to nobody', { text: 'Auftrag BETA DRUCK AG, 3000 Bern' }, HELD],
  ['with the account of its document in the text, to nobody', { text: `Auftrag ${ibanOf(1)}` }, HELD],
  ['with a part of the name in the text, to nobody', { text: 'Auftrag Druck' }, WARNED],
  ['with the name of its supplier in the text, to somebody', { name: stranger, text: 'Beta Druck AG' }, ''],
  ['before the document, with its reference in the text', { day: before, name, iban: 1, text: own }, HELD],
  [
    'with its reference in blocks among other words, to another account',
    { name: stranger, iban: 2, text: `Ihre Rechnung: ${own.slice(0, 4)} ${own.slice(4)}, besten Dank` },
    HELD,
  ],
  [
    'with its QR reference as it is printed, to another account, before the document, another amount',
    { day: before, amount: '90.00', name: stranger, iban: 2, text: `Rg 7 ${printed}` },
    HELD,
    ofQrBill,
  ],
  [
    'with its QR reference without blanks, to nobody',
    { amount: '90.00', text: printed.replaceAll(' ', '') },
    HELD,
    ofQrBill,
  ],
  ['with its reference as a part of a longer word', { name: stranger, iban: 2, text: `X${own}` }, ''],
  ['with its reference in the text of another reference', { name: stranger, iban: 2, reference: other, text: own }, ''],
  ['with its number, to the account of somebody else', { name: stranger, iban: 2, text: number }, WARNED],
  ['with another number of its series', { name, iban: 1, text: 'Rechnung RE-2026-102' }, WARNED],
  ['with its number and another one', { name, iban: 1, text: `${number} RE-2026-102` }, HELD],
  ['with its reference and another number', { name, iban: 1, reference: own, text: 'RE-2026-102' }, HELD],
]

describe('a debit holds a payable back by what it names', () => {
  const { owedToHolz, order, withdraw, request, paid } = booksToOrder()
  const owed = (more: object = {}) =>
    owedToHolz(17_800, {
      supplier: holz({ name, iban: ibanOf(1), supplier_external_reference: 'L-1' }),
      supplier_external_reference: 'L-1',
      ...{ document_date: date, due_date: date, document_number: number, payment_reference: own },
      ...more,
    })
  const tried = async (...payables: { id: string }[]) => {
    const body = request({ payables: payables.map(({ id }) => id) })
    const { body: answer } = await post('/v1/payment-orders?dry_run=true', body, { idempotencyKey: null })
    const { payments, warnings } = answer as unknown as PaymentOrderTrial
    const defects = payments.flatMap((one) => one.defects.map(({ code }) => code))
    return [...defects, ...warnings.map(({ code }) => code)].join(' ')
  }

  for (const [what, said, expected, payload] of CASES)
    it(`${what}: ${expected || 'not at all'}`, async () => {
      const payable = await owed(payload)
      await paid(debitOf(said))
      expect(await tried(payable)).to.equal(expected)
    })

  it('as the sum of two by a name to another account: a warning of each', async () => {
    const payables = [await owed(), await owed({ document_number: 'RE-2026-102', payment_reference: undefined })]
    await paid(debitOf({ amount: '356.00', name, iban: 2 }))
    expect(await tried(...payables)).to.equal(`${WARNED} ${WARNED}`)
  })

  it('where it was ordered before and withdrawn, with the reference of another document: a warning', async () => {
    const payable = await owed()
    const { body } = await order({ payables: [payable.id], execution_date: date })
    await withdraw(body.id)
    await paid(debitOf({ name, iban: 1, reference: other }))
    expect(await tried(payable)).to.equal(WARNED)
  })

  it('where it was ordered before and withdrawn, with another number of its series: a warning', async () => {
    const payable = await owed()
    const { body } = await order({ payables: [payable.id], execution_date: date })
    await withdraw(body.id)
    await paid(debitOf({ name, iban: 1, text: 'RE-2026-102' }))
    expect(await tried(payable)).to.equal(WARNED)
  })

  it('by its reference, also where another payable of that amount waits for its payment', async () => {
    const [waits, payable] = [await owed({ payment_reference: other }), await owed({ document_number: 'RE-2026-102' })]
    expect((await order({ payables: [waits.id], execution_date: date })).status).to.equal(201)
    await paid(debitOf({ name, iban: 1, reference: own }))
    expect(await tried(payable)).to.equal(HELD)
  })

  it('as a part of a collective debit, by its reference with another amount', async () => {
    const payable = await owed()
    const part = (amount: string, reference: string) =>
      debitOf({ reference })
        .replace(/^.*<NtryDtls>(.*)<\/NtryDtls>.*$/s, '$1')
        .replace('<RltdPties>', `<Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><RltdPties>`)
    const details = part('90.00', own) + part('10.00', other)
    await paid(bankEntry({ amount: '100.00', direction: 'DBIT', date: before, details }))
    expect(await tried(payable)).to.equal(HELD)
    expect(there(payable).id).to.not.equal('')
  })
})

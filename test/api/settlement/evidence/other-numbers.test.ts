import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { post } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, holz, OTHER_IBAN } from '../../orders/books-to-order.ts'

const date = todayInSwitzerland()
const AMOUNT = 10_000
const [OWN, OTHER, REFERENCE] = ['STR-2026-1010', 'STR-2026-1111', 'RF18539007547034']

type Told = { readonly text?: string; readonly name?: string; readonly reference?: string; readonly ofBank?: string }
const partOf = (direction: string, { text, name, reference }: Told, amount: string) => {
  const party = direction === 'DBIT' ? 'Cdtr' : 'Dbtr'
  const parties = name ? `<RltdPties><${party}><Pty><Nm>${name}</Nm></Pty></${party}></RltdPties>` : ''
  const structured = reference ? `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>` : ''
  const told = `<RmtInf>${text ? `<Ustrd>${text}</Ustrd>` : ''}${structured}</RmtInf>`
  return `<TxDtls><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${parties}${told}</TxDtls>`
}
const HOLZ = 'Schreinerei Holz GmbH'

/** What a debit tells, of a payable with the number STR-2026-1010; and what the warning says of it. */
const CASES: readonly (readonly [name: string, told: readonly Told[], says: string, reference?: string])[] = [
  ['its number', [{ text: `Rechnung ${OWN}` }], ''],
  ['the number of another bill', [{ text: `Rechnung ${OTHER}` }], OTHER],
  ['the number of another bill, and its supplier', [{ name: HOLZ, text: OTHER }], OTHER],
  ['a number with a typo', [{ name: HOLZ, text: 'STR-2026-1011' }], 'STR-2026-1011'],
  ['both numbers', [{ text: `${OWN} ${OTHER}` }], ''],
  ['a number of another series', [{ text: 'K-2026-1111' }], ''],
  ['the digits of another bill', [{ text: 'Rechnung 2026-1111' }], '2026-1111'],
  ['its own digits', [{ text: 'Rechnung 2026-1010' }], ''],
  ['a series that goes on', [{ text: 'STR-2026-10000' }], 'STR-2026-10000'],
  ['a day', [{ text: 'Dauerauftrag 2026-11-20, 20261120' }], ''],
  ['the number of another bill in the text of the bank', [{ ofBank: `Vergütung Holz, ${OTHER}` }], OTHER],
  ['the number of another bill, and its own reference', [{ text: OTHER, reference: REFERENCE }], '', REFERENCE],
  ['a part for it beside one for another bill', [{ text: OTHER }, { text: OWN }], ''],
  ['parts, of which none is for it', [{ text: OTHER }, { text: 'STR-2026-1112' }], OTHER],
]

describe('evidence that names the number of another document', () => {
  const { customer, owedToHolz, invoiced, received, allocate, paid, list, settle } = booksToOrder()
  const owed = (document_number: string, amount = AMOUNT, payment_reference?: string) =>
    owedToHolz(amount, {
      ...{ document_number, document_date: date, due_date: date },
      ...(payment_reference && { payment_reference }),
    })
  const debited = async (parts: readonly Told[], amount = (100 * parts.length).toFixed(2)) => {
    const each = parts.length > 1 ? '100.00' : amount
    const details = parts.map((part) => partOf('DBIT', part, each)).join('')
    await paid(bankEntry({ amount, direction: 'DBIT', date, details, text: parts[0]?.ofBank ?? '' }))
    return there((await list('camt-053/entries')).at(-1))
  }
  const settledWith = async (payable: { id: string }, entry: { canonical_entry_hash: string }, amount = AMOUNT) => {
    const more = { evidence_sha256: entry.canonical_entry_hash, settlement_date: date }
    const { status, body, text } = await settle(payable.id, amount, more)
    expect([status, body.state], text).to.deep.equal([201, 'posted'])
    return body
  }
  const doubtsIn = (warnings: readonly { code: string; message: string }[] | undefined) =>
    (warnings ?? []).flatMap(({ code, message }) => (code === 'evidence_names_other' ? message : []))
  const expectDoubt = (warnings: readonly { code: string; message: string }[] | undefined, says: string) => {
    const doubts = doubtsIn(warnings)
    expect(doubts.length, doubts.join()).to.equal(says ? 1 : 0)
    if (says) expect(doubts[0]).to.include(`names the number ${says}`)
  }

  for (const [name, told, says, reference] of CASES)
    it(`${says ? 'warns of' : 'is silent about'} a debit that names ${name}`, async () => {
      const entry = await debited(told)
      expectDoubt((await settledWith(await owed(OWN, AMOUNT, reference), entry)).warnings, says)
    })

  for (const [text, says] of [
    ['Rechnung April 2026', 'a bill of april 2026'],
    ['Miete 05/2026', 'a bill of 05/2026'],
    ['Facture du 10.04.2026', 'a bill of 10.04.2026'],
    ['Rechnung 10.04.2026', 'a bill of 10.04.2026'],
    ['Rechnung vom 10. 4. 2026', 'a bill of 10.4.2026'],
    ['Rechnung 10.04.', 'a bill of 10.04'],
    ['Invoice 2026-04-10', 'a bill of 2026-04-10'],
    ['Rechnung 10.04.2026 - 09.05.2026', ''],
    ['Rechnung Valuta 10.04.2026', ''],
    ['Rechnung vom 10.03.2026', ''],
    ['Rechnung März 2026', ''],
    ['Zahlung April 2026', ''],
    ['STR-2026-1010 Rechnung April 2026', ''],
  ] as const)
    it(`${says ? 'warns of' : 'is silent about'} "${text}" for a bill of 10 March`, async () => {
      const payable = await owedToHolz(AMOUNT, { document_number: OWN, document_date: '2026-03-10' })
      const doubts = doubtsIn((await settledWith(payable, await debited([{ text }]))).warnings)
      expect(doubts.map((doubt) => doubt.includes(`names ${says}`))).to.deep.equal(says ? [true] : [])
    })

  for (const [text, says] of [
    ['Miete 2026-04', true],
    ['2026/04', true],
    ['2026-03', false],
    ['Dauerauftrag 2026-04', false],
  ] as const)
    it(`${says ? 'warns of' : 'is silent about'} "${text}" for RE-2026-03`, async () => {
      const payable = await owedToHolz(AMOUNT, { document_number: 'RE-2026-03', document_date: '2026-03-01' })
      const doubts = doubtsIn((await settledWith(payable, await debited([{ text }]))).warnings)
      expect(doubts.map((doubt) => doubt.includes(`names a bill of ${text.replace('Miete ', '')}`))).to.deep.equal(
        says ? [true] : [],
      )
    })

  it('says so of vouchers that use the debit, too', async () => {
    const payable = await owed(OWN)
    const { id: entry_id } = await debited([{ text: OTHER }])
    const open_item = { supplier_payable_id: payable.id, purpose: 'payment' }
    const lines = [debit('2000', AMOUNT, { open_item }), credit('1020', AMOUNT)]
    const payload = { lines, bank_entries: [{ entry_id }] }
    const { body } = await post(VOUCHERS, voucher(customer(), { business_date: date, payload }), { wait: 10 })
    expect(body.state).to.equal('posted')
    expectDoubt(body.warnings, OTHER)
  })

  /** Two open bills of one amount: what is proposed for the second is evidence for that one. */
  for (const [own, other, text, says] of [
    ['4711', '4712', 'Danke 4712', true],
    ['4711', '4712', 'Danke 4711, 4712', false],
    ['STR-9', 'STR-10', 'STR-10', true],
    ['A-100', 'Z-7', 'Z-7 vom Mai', false],
    ['STR-2026-1010', 'STR-2026-1111', 'Danke 1111', true],
    ['STR-2026-1010', 'STR-2026-1111', 'Danke 1010', false],
    ['A-100', 'Z-77', 'Z-77 vom Mai', true],
  ] as const)
    it(`${says ? 'warns of' : 'is silent about'} "${text}" for ${own}, where ${other} is open, too`, async () => {
      const [payable] = [await owed(own), await owed(other)]
      expectDoubt((await settledWith(payable, await debited([{ text }]))).warnings, says ? other : '')
    })

  it('is silent where the open bill with that number has another amount', async () => {
    const payable = await owed('4711')
    await owed('4712', 2 * AMOUNT)
    expectDoubt((await settledWith(payable, await debited([{ text: 'Danke 4712' }]))).warnings, '')
  })

  it('warns of the bill of another supplier with that number only where the debit tells nobody who got the money', async () => {
    const supplier = holz({ name: 'Strom AG', iban: OTHER_IBAN, supplier_external_reference: 'L-8' })
    await owedToHolz(AMOUNT, { document_number: '4812', supplier, supplier_external_reference: 'L-8' })
    for (const [own, name, says] of [
      ['4811', HOLZ, ''],
      ['4813', undefined, '4812'],
    ] as const) {
      const payable = await owed(own)
      const told = { text: 'Danke 4812', ...(name && { name }) }
      expectDoubt((await settledWith(payable, await debited([told]))).warnings, says)
    }
  })

  it('is silent about what is left where the bill with that number has been paid', async () => {
    const [own, other] = [await owed(OWN), await owed(OTHER)]
    const entry = await debited([{ name: HOLZ, text: OTHER }], '150.00')
    await settledWith(other, entry)
    expectDoubt((await settledWith(own, entry, 5_000)).warnings, '')
  })

  it('says so of allocations of payments, and not of what is left', async () => {
    const [own, other] = [
      await invoiced(AMOUNT, { document_number: OWN }),
      await invoiced(AMOUNT, { document_number: OTHER }),
    ]
    const pays = async (text: string) => {
      const details = partOf('CRDT', { text }, '150.00')
      return received(bankEntry({ amount: '150.00', date, details, text }))
    }
    const allocated = async (payment: { id: string }, document: { id: string }, amount: number) => {
      const { status, body, text } = await allocate(payment.id, [[document.id, amount]])
      expect(status, text).to.equal(201)
      return body.warnings
    }
    expectDoubt(await allocated(await pays(`Zahlung ${OTHER}`), own, 1_000), OTHER)
    expectDoubt(await allocated(await pays(`Zahlung ${OWN}`), own, 1_000), '')
    const payment = await pays(`Rechnung ${OTHER}`)
    expectDoubt(await allocated(payment, other, AMOUNT), '')
    expectDoubt(await allocated(payment, own, 1_000), '')
  })

  it('says so of allocations whose payment names the month or the day of a later invoice', async () => {
    for (const [text, says] of [
      ['Miete April', 'a bill of april'],
      ['Rechnung vom 10. April 2026', 'a bill of 10 april 2026'],
      ['Rg 10.04.2026', 'a bill of 10.04.2026'],
      ['Miete März 10.04.2026', ''],
      ['Zahlung April', ''],
      ['Miete', ''],
    ] as const) {
      const rent = await invoiced(AMOUNT, { document_date: '2026-03-10' })
      const details = partOf('CRDT', { text }, '100.00')
      const payment = await received(bankEntry({ amount: '100.00', date, details, text }))
      const { status, body, text: answer } = await allocate(payment.id, [[rent.id, AMOUNT]])
      expect(status, answer).to.equal(201)
      const doubts = doubtsIn(body.warnings)
      expect(doubts.map((doubt) => doubt.includes(`names ${says},`))).to.deep.equal(says ? [true] : [])
    }
  })
})

import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, HOLZ_IBAN, holz, OTHER_IBAN } from '../../orders/books-to-order.ts'

const date = todayInSwitzerland()
const AMOUNT = 17_800

type Told = { readonly name?: string; readonly iban?: string; readonly text?: string }
const detailsOf = ({ name, iban, text }: Told) => {
  const account = iban ? `<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>` : ''
  const parties = name || iban ? `<RltdPties>${name ? `<Cdtr><Nm>${name}</Nm></Cdtr>` : ''}${account}</RltdPties>` : ''
  const remittance = text ? `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>` : ''
  return `<TxDtls><Amt Ccy="CHF">178.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>${parties}${remittance}</TxDtls>`
}
const [AG, GMBH] = ['Müller AG', 'Müller GmbH']

/** What a debit tells that settles the bill M-1001 of Müller AG, while one of Müller GmbH is open; and whether that is told. */
const CASES: readonly (readonly [name: string, told: Told, other: number, warns: boolean])[] = [
  ['the name and account of another bill', { name: GMBH, iban: OTHER_IBAN }, AMOUNT, true],
  ['the account of another bill', { name: AG, iban: OTHER_IBAN }, AMOUNT, true],
  ['the whole name of another supplier', { name: 'MÜLLER GMBH' }, AMOUNT, true],
  ['its own name', { name: AG }, AMOUNT, false],
  ['its own account', { name: GMBH, iban: HOLZ_IBAN }, AMOUNT, false],
  ['its own number', { name: GMBH, iban: OTHER_IBAN, text: 'Rechnung M-1001' }, AMOUNT, false],
  ['a supplier with a bill of another amount', { name: GMBH }, AMOUNT + 5, false],
]

describe('a debit of the amount of two bills', () => {
  const { owed, paid, list, settle } = booksToOrder()
  const bill = (name: string, iban: string, document_number: string, amount = AMOUNT) =>
    owed(amount, {
      ...{ supplier: holz({ name, iban, supplier_external_reference: name }), supplier_external_reference: name },
      ...{ document_number, document_date: date, due_date: date },
    })
  for (const [name, told, amount, warns] of CASES)
    it(`${warns ? 'warns' : 'is silent'} where it has ${name}`, async () => {
      const own = await bill(AG, HOLZ_IBAN, 'M-1001')
      const other = await bill(GMBH, OTHER_IBAN, 'Z-9001', amount)
      await paid(bankEntry({ amount: '178.00', direction: 'DBIT', date, details: detailsOf(told) }))
      const { canonical_entry_hash: evidence_sha256 } = there((await list('camt-053/entries'))[0])
      const { status, body, text } = await settle(own.id, AMOUNT, { evidence_sha256, settlement_date: date })
      expect([status, body.state], text).to.deep.equal([201, 'posted'])
      const doubts = (body.warnings ?? []).filter(({ code }) => code === 'evidence_names_other')
      expect(doubts.map(({ message }) => message.includes(other.id))).to.deep.equal(warns ? [true] : [])
    })

  for (const [name, text, warns] of [
    ['the name of another supplier in its text alone', 'E-BANKING PAPIER UND DRUCK AG BERN', true],
    ['the account of another bill in its text alone', `E-BANKING ${OTHER_IBAN}`, true],
    ['a part of the other name in its text', 'E-BANKING PAPIER', false],
    ['both names in its text', 'MÜLLER AG, PAPIER UND DRUCK AG', false],
    ['its own number in that text', 'PAPIER UND DRUCK AG M-1001', false],
  ] as const)
    it(`${warns ? 'warns' : 'is silent'} where it has ${name}`, async () => {
      const own = await bill(AG, HOLZ_IBAN, 'M-1001')
      const other = await bill('Papier und Druck AG', OTHER_IBAN, 'P-9001')
      await paid(bankEntry({ amount: '178.00', direction: 'DBIT', date, text }))
      const { canonical_entry_hash: evidence_sha256 } = there((await list('camt-053/entries'))[0])
      const { status, body, text: said } = await settle(own.id, AMOUNT, { evidence_sha256, settlement_date: date })
      expect(status, said).to.equal(201)
      const doubts = (body.warnings ?? []).filter(({ code }) => code === 'evidence_names_other')
      expect(doubts.map(({ message }) => message.includes(`the supplier of ${other.id}`))).to.deep.equal(
        warns ? [true] : [],
      )
    })

  for (const [name, told, other, warns] of [
    ['the number of a bill of another supplier', { text: 'Rechnung P-2026-9001' }, AMOUNT, true],
    ['that number, and the name of its own one', { name: AG, text: 'P-2026-9001' }, AMOUNT, false],
    ['that number, and its own account', { name: GMBH, iban: HOLZ_IBAN, text: 'P-2026-9001' }, AMOUNT, false],
    ['that number and its own', { text: 'P-2026-9001, M-1001' }, AMOUNT, false],
    ['the number of a bill of another amount', { text: 'Rechnung P-2026-9001' }, AMOUNT + 5, false],
    ['the last digits of that number', { text: 'Rechnung 9001' }, AMOUNT, false],
  ] as const)
    it(`${warns ? 'warns' : 'is silent'} where its text has ${name}`, async () => {
      const own = await bill(AG, HOLZ_IBAN, 'M-1001')
      await bill('Papier und Druck AG', OTHER_IBAN, 'P-2026-9001', other)
      await paid(bankEntry({ amount: '178.00', direction: 'DBIT', date, details: detailsOf(told) }))
      const { canonical_entry_hash: evidence_sha256 } = there((await list('camt-053/entries'))[0])
      const { status, body, text } = await settle(own.id, AMOUNT, { evidence_sha256, settlement_date: date })
      expect(status, text).to.equal(201)
      const doubts = (body.warnings ?? []).filter(({ code }) => code === 'evidence_names_other')
      expect(doubts.map(({ message }) => message.includes('P-2026-9001'))).to.deep.equal(warns ? [true] : [])
    })
})

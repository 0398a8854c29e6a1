import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { quietly } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, HOLZ_IBAN, holz, OTHER_IBAN } from '../books-to-order.ts'

const date = todayInSwitzerland()
const [MARCH, APRIL, OCTOBER, NOVEMBER] = ['2026-03-01', '2026-04-01', 'RF18539007547034', 'RF712348231']

/** Somebody has said of a debit that it is something else, and its reference says what it is. */
describe('orders of payables whose debit was given away', () => {
  const { customer, owedToHolz, order, withdraw, paid, list, settle } = booksToOrder()
  const owed = (payment_reference?: string) =>
    owedToHolz(10_000, { document_date: date, due_date: date, ...(payment_reference && { payment_reference }) })
  const numbered = (document_number: string, more: object = {}) =>
    owedToHolz(10_000, { document_date: date, due_date: date, document_number, ...more })
  const debited = async ({
    reference = '',
    end_to_end_id = 'NOTPROVIDED',
    amount = '100.00',
    text = '',
    name = '',
    referred = '',
    iban = '',
    day = date,
  }) => {
    const structured = reference && `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`
    const document = referred && `<Strd><RfrdDocInf><Nb>${referred}</Nb></RfrdDocInf></Strd>`
    const named = `<RmtInf>${text && `<Ustrd>${text}</Ustrd>`}${structured}${document}</RmtInf>`
    const account = iban && `<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>`
    const party = name && `<RltdPties><Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr>${account}</RltdPties>`
    const details = `<TxDtls><Refs><EndToEndId>${end_to_end_id}</EndToEndId></Refs>${party}${named}</TxDtls>`
    await paid(bankEntry({ amount, direction: 'DBIT', date: day, details }))
    await quietly(customer())
    return there((await list('camt-053/entries')).at(-1))
  }
  const settled = async (payable: { id: string }, entry: { canonical_entry_hash: string }) => {
    const more = { evidence_sha256: entry.canonical_entry_hash, settlement_date: date }
    const { status, text, body } = await settle(payable.id, 10_000, more)
    expect(status, text).to.equal(201)
    await quietly(customer())
    return body
  }
  const dismiss = async ({ id }: { id: string }) => {
    const path = `/v1/camt-053/entries/${id}/dismiss` as '/v1/camt-053/entries/{entry_id}/dismiss'
    const { status, text } = await post(path, { end_customer_id: customer(), reason: 'privat' })
    expect(status, text).to.equal(201)
  }
  const warned = async (payable: { readonly id: string }, more: object = {}) => {
    const { status, body, text } = await order({ payables: [payable.id], ...more })
    expect(status, text).to.equal(201)
    return body.warnings.flatMap(({ code, entry_id }) => (entry_id === null ? [] : `${code} ${entry_id}`))
  }

  it('warn where it has settled the bill before: until its id is sent', async () => {
    const entry = await debited({ reference: NOVEMBER })
    await settled(await owed(OCTOBER), entry)
    expect(await warned(await owed(NOVEMBER), { accepted_debits: [entry.id] })).to.deep.equal([])
    expect(await warned(await owed(NOVEMBER))).to.deep.equal([`debit_booked_otherwise ${entry.id}`])
  })

  it('warn where it has settled one that has no reference', async () => {
    const entry = await debited({ reference: NOVEMBER })
    await settled(await owed(), entry)
    expect(await warned(await owed(NOVEMBER))).to.deep.equal([`debit_booked_otherwise ${entry.id}`])
  })

  it('warn where its text has the number of the bill: until its id is sent', async () => {
    const entry = await debited({ text: 'Rechnung STR-2026-1111' })
    await settled(await numbered('STR-2026-1010'), entry)
    expect(await warned(await numbered('STR-2026-1111'), { accepted_debits: [entry.id] })).to.deep.equal([])
    const again = await numbered('STR-2026-1111', { gross_amount: chf(10_100) })
    expect(await warned(again)).to.deep.equal([`debit_booked_otherwise ${entry.id}`])
    expect(await warned(await numbered('STR-2026-1112'))).to.deep.equal([])
  })

  /** As proposals read it: in whatever signs, of few digits, without its letters; of two that may be of April, the one that was there. */
  for (const [paid, number, text, of = date, next = date, day = date] of [
    ['2026-1010', '2026-1111', 'Danke 2026-1111'],
    ['STR-2026-1010', 'STR-2026-1111', '20261111'],
    ['STR-2026-1010', 'STR-2026-1111', '2026/1111'],
    ['STR-9', 'STR-10', 'Rechnung STR-10'],
    ['4711', '4712', 'Danke 4712'],
    ['STR-2026-1010', 'STR-2026-1111', '1111'],
    ['RE-2026-03', 'RE-2026-04', 'Miete 2026-04', MARCH, APRIL],
    ['RE-2026-03', 'RE-2026-04', '2026/04', MARCH, APRIL],
    ['RE-2026-03', 'RE-2026-04', 'Rechnung 2026-04', '2026-03-25', '2026-04-25'],
    ['RE-202603', 'RE-202604', '202604', MARCH, APRIL],
    ['A-17', 'RE-2026-04', '2026-04', MARCH, APRIL],
    ['A-17', 'B-18', 'Miete 1.4.-30.4.2026', MARCH, APRIL],
    ['A-17', 'B-18', 'Miete April', '2026-04-25', '2026-03-25', APRIL],
    ['A-17', 'B-18', 'Miete März', '2026-04-25', '2026-03-25', '2026-04-26'],
  ] as const)
    it(`warn where it tells ${number} as "${text}", beside its amount`, async () => {
      const entry = await debited({ text, day })
      await settled(await numbered(paid, { document_date: of }), entry)
      const later = { document_date: next }
      expect(await warned(await numbered(number, { ...later, gross_amount: chf(10_100) }))).to.deep.equal([])
      expect(await warned(await numbered(number, later))).to.deep.equal([`debit_booked_otherwise ${entry.id}`])
    })

  it('warn where it tells the month of the bill, beside its amount, and has settled that of a month before', async () => {
    const entry = await debited({ text: 'Rechnung April 2026' })
    await settled(await numbered('A-17', { document_date: '2026-03-10' }), entry)
    const ofApril = { document_date: '2026-04-10' }
    expect(await warned(await numbered('B-18', { ...ofApril, gross_amount: chf(10_100) }))).to.deep.equal([])
    expect(await warned(await numbered('C-19', { document_date: '2026-06-10' }))).to.deep.equal([])
    expect(await warned(await numbered('D-20', ofApril))).to.deep.equal([`debit_booked_otherwise ${entry.id}`])
  })

  it('warn where it refers to the document by its digits alone', async () => {
    const entry = await debited({ referred: '20261111' })
    await settled(await numbered('STR-2026-1010'), entry)
    expect(await warned(await numbered('STR-2026-1111'))).to.deep.equal([`debit_booked_otherwise ${entry.id}`])
  })

  it('are silent where a bill with that number was paid, or the debit has the reference of what it has paid', async () => {
    await settled(await numbered('STR-2026-1111'), await debited({ text: 'STR-2026-1111' }))
    await settled(await numbered('H-2026-04', { document_date: '2026-05-08' }), await debited({ text: '2026-05' }))
    expect(await warned(await numbered('H-2026-05', { document_date: '2026-06-08' }))).to.deep.equal([])
    const referred = await debited({ reference: OCTOBER, text: 'STR-2026-1112' })
    await settled(await numbered('STR-2026-1010', { payment_reference: OCTOBER }), referred)
    expect(await warned(await numbered('STR-2026-1111', { gross_amount: chf(10_100) }))).to.deep.equal([])
    expect(await warned(await numbered('STR-2026-1112'))).to.deep.equal([])
  })

  it('are silent where another supplier has the same number, and the bill another amount', async () => {
    const other = { supplier: holz({ name: 'Strom AG', iban: OTHER_IBAN, supplier_external_reference: 'L-8' }) }
    const entry = await debited({ text: 'STR-2026-1111' })
    await settled(await numbered('STR-2026-1010', { ...other, supplier_external_reference: 'L-8' }), entry)
    expect(await warned(await numbered('STR-2026-1111', { gross_amount: chf(10_100) }))).to.deep.equal([])
  })

  it('warn where it is dismissed, and its text has the number and the name', async () => {
    await dismiss(await debited({ text: 'STR-2026-1111' }))
    expect(await warned(await numbered('STR-2026-1111', { gross_amount: chf(10_100) }))).to.deep.equal([])
    const named = await debited({ text: 'STR-2026-1112', name: 'Schreinerei Holz' })
    await dismiss(named)
    expect(await warned(await numbered('STR-2026-1112'))).to.deep.equal([`debit_dismissed ${named.id}`])
  })

  it('warn where it has the creditor and the amount of the bill, and has settled that of another supplier', async () => {
    const paper = { supplier: holz({ name: 'Papier AG', iban: OTHER_IBAN, supplier_external_reference: 'L-8' }) }
    const ofPaper = (number: string, amount = 10_000) =>
      numbered(number, { ...paper, supplier_external_reference: 'L-8', gross_amount: chf(amount) })
    const entry = await debited({ name: 'Papier AG', iban: OTHER_IBAN })
    await settled(await numbered('H-101'), entry)
    const bill = await ofPaper('P-201')
    expect(await warned(await ofPaper('P-202', 10_005))).to.deep.equal([])
    expect(await warned(await numbered('H-102'), { accepted_ibans: [HOLZ_IBAN] })).to.deep.equal([])
    expect(await warned(bill)).to.deep.equal([`debit_booked_otherwise ${entry.id}`])
  })

  for (const [told, text, warns] of [
    ['the creditor', 'E-BANKING PAPIER UND DRUCK AG BERN', true],
    ['the account of the bill', `E-BANKING ${OTHER_IBAN}`, true],
    ['the creditor and the one that it has paid', 'Papier und Druck AG, Schreinerei Holz GmbH', false],
    ['nobody', 'E-BANKING', false],
  ] as const)
    it(`${warns ? 'warn' : 'are silent'} where its text alone tells ${told}, and it has settled that of another supplier`, async () => {
      const supplier = holz({ name: 'Papier und Druck AG', iban: OTHER_IBAN, supplier_external_reference: 'L-8' })
      const entry = await debited({ text })
      await settled(await numbered('H-101'), entry)
      const bill = await numbered('P-201', { supplier, supplier_external_reference: 'L-8' })
      expect(await warned(bill)).to.deep.equal(warns ? [`debit_booked_otherwise ${entry.id}`] : [])
    })

  it('are silent where it has settled a bill of the same creditor', async () => {
    const entry = await debited({ name: 'Holz', iban: HOLZ_IBAN })
    await settled(await numbered('H-101'), entry)
    expect(await warned(await numbered('H-102'))).to.deep.equal([])
  })

  it('are silent where the bill before has the same reference', async () => {
    const entry = await debited({ reference: NOVEMBER })
    await settled(await owed(NOVEMBER), entry)
    expect(await warned(await owed(NOVEMBER))).to.deep.equal([])
    expect(await warned(await owed(OCTOBER))).to.deep.equal([])
  })

  it('warn where it is dismissed, and has the reference', async () => {
    const entry = await debited({ reference: NOVEMBER })
    await dismiss(entry)
    expect(await warned(await owed(OCTOBER))).to.deep.equal([])
    expect(await warned(await owed(NOVEMBER))).to.deep.equal([`debit_dismissed ${entry.id}`])
  })

  it('warn where it is dismissed, and names the payment of an order that was withdrawn', async () => {
    const payable = await owed()
    const { body } = await order({ payables: [payable.id], execution_date: date })
    const entry = await debited({ end_to_end_id: there(body.payments[0]).end_to_end_id })
    await withdraw(body.id)
    await dismiss(entry)
    expect(await warned(await owed())).to.deep.equal([])
    expect(await warned(payable)).to.deep.equal([`debit_dismissed ${entry.id}`])
  })
})

import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { itemsOf, post } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, HOLZ_IBAN, holz, OTHER_IBAN } from '../../orders/books-to-order.ts'

const date = todayInSwitzerland()
const [OCTOBER, NOVEMBER] = ['RF18539007547034', 'RF712348231']
const AMOUNT = 10_000

type Told = { name?: string; iban?: string; reference?: string; end_to_end_id?: string; amount?: string }
const detailsOf = ({ name, iban, reference, end_to_end_id, amount = '100.00' }: Told) => {
  const account = iban ? `<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>` : ''
  const parties = name || iban ? `<RltdPties>${name ? `<Cdtr><Nm>${name}</Nm></Cdtr>` : ''}${account}</RltdPties>` : ''
  const remittance = reference ? `<RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf>` : ''
  const refs = `<Refs><EndToEndId>${end_to_end_id ?? 'NOTPROVIDED'}</EndToEndId></Refs>`
  const moved = `<Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>`
  return `<TxDtls>${refs}${moved}${parties}${remittance}</TxDtls>`
}
const HOLZ = 'Schreinerei Holz GmbH'
const STROM = { name: 'Strom AG', iban: OTHER_IBAN }

/** What a debit tells, of a payable to Holz with an IBAN and this reference; and what the warning says of it. */
const CASES: readonly (readonly [name: string, own: string | null, told: readonly Told[], says: readonly string[]])[] =
  [
    ['its reference', OCTOBER, [{ reference: 'RF18 5390 0754 7034' }], []],
    ['a reference that is none', OCTOBER, [{ reference: '4711' }], []],
    [
      'the reference of another bill',
      OCTOBER,
      [{ ...STROM, name: HOLZ, iban: HOLZ_IBAN, reference: NOVEMBER }],
      [NOVEMBER],
    ],
    ['a reference where the bill has none, and nobody knows it', null, [{ reference: NOVEMBER }], []],
    ['its supplier', OCTOBER, [{ name: HOLZ, iban: HOLZ_IBAN }], []],
    ['its supplier by a name that is like it', OCTOBER, [{ name: 'Holz Schreinerei Bern' }], []],
    ['its account, and somebody who collects for it', OCTOBER, [{ name: 'Inkasso Nord AG', iban: HOLZ_IBAN }], []],
    ['its whole name, and a new account', OCTOBER, [{ name: HOLZ, iban: OTHER_IBAN }], []],
    ['another supplier', OCTOBER, [{ name: 'Strom AG' }], ['Strom AG']],
    ['another supplier and its account', null, [STROM], ['Strom AG', OTHER_IBAN]],
    [
      'a name that is like it, and another account',
      null,
      [{ name: 'Holz Transport AG', iban: OTHER_IBAN }],
      ['Transport'],
    ],
    ['another account alone', null, [{ iban: OTHER_IBAN }], [OTHER_IBAN]],
    ['nobody', OCTOBER, [{}], []],
    ['a part for it', OCTOBER, [STROM, { name: HOLZ, reference: OCTOBER }], []],
    ['parts, of which none is for its supplier', OCTOBER, [STROM, { name: 'Papier AG' }], ['Strom AG']],
    [
      'parts, of which that for its supplier has another reference',
      OCTOBER,
      [STROM, { name: HOLZ, reference: NOVEMBER }],
      [NOVEMBER],
    ],
  ]

describe('evidence that names something else', () => {
  const { customer, owedToHolz, owed, invoiced, received, allocate, paid, list, settle, order } = booksToOrder()
  const owedWith = (payment_reference: string | null, more: object = {}) =>
    owedToHolz(AMOUNT, {
      document_date: date,
      due_date: date,
      ...(payment_reference && { payment_reference }),
      ...more,
    })
  let entries = 0
  const debited = async (...told: Told[]) => {
    const amount = (100 * told.length).toFixed(2)
    entries += 1
    const details = told.map(detailsOf).join('')
    await paid(
      bankEntry({ amount, direction: 'DBIT', date, details, ref: `E-${entries}`, text: `Vergütung ${entries}` }),
    )
    return there((await list('camt-053/entries')).at(-1))
  }
  const settledWith = async (payable: { id: string }, { canonical_entry_hash }: { canonical_entry_hash: string }) => {
    const more = { evidence_sha256: canonical_entry_hash, settlement_date: date }
    const { status, body, text } = await settle(payable.id, AMOUNT, more)
    expect([status, body.state], text).to.deep.equal([201, 'posted'])
    return body
  }
  const bookedWith = async (payable: { id: string }, { id: entry_id, amount }: Awaited<ReturnType<typeof debited>>) => {
    const { amount_minor: whole } = amount
    const open_item = { supplier_payable_id: payable.id, purpose: 'payment' }
    const rest = whole > AMOUNT ? [debit('6500', whole - AMOUNT)] : []
    const payload = {
      lines: [debit('2000', AMOUNT, { open_item }), ...rest, credit('1020', whole)],
      bank_entries: [{ entry_id }],
    }
    const { body } = await post(VOUCHERS, voucher(customer(), { business_date: date, payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return body
  }
  const expectWarning = (warnings: readonly { code: string; message: string }[], says: readonly string[]) => {
    const doubts = warnings.filter(({ code }) => code === 'evidence_names_other')
    expect(doubts.length, JSON.stringify(warnings)).to.equal(says.length > 0 ? 1 : 0)
    for (const word of says) expect(doubts[0]?.message).to.include(word)
  }

  for (const [name, own, told, says] of CASES)
    it(`${says.length > 0 ? 'warns of' : 'is silent about'} a debit that names ${name}`, async () => {
      const entry = await debited(...told)
      const settled = await settledWith(await owedWith(own), entry)
      expectWarning(settled.warnings ?? [], says)
    })

  it('says so of vouchers that use the debit, too', async () => {
    const [october, own, nameless] = [await owedWith(OCTOBER), await owedWith(OCTOBER), await owedWith(null)]
    expectWarning((await bookedWith(october, await debited({ reference: NOVEMBER }))).warnings ?? [], [NOVEMBER])
    expectWarning((await bookedWith(own, await debited({ reference: OCTOBER }))).warnings ?? [], [])
    expectWarning((await bookedWith(nameless, await debited(STROM, { name: 'Papier AG' }))).warnings ?? [], [
      'Strom AG',
    ])
  })

  it('warns of a reference that another document has, where the payable has none', async () => {
    await owedWith(NOVEMBER)
    const payable = await owedWith(null)
    const settled = await settledWith(payable, await debited({ reference: NOVEMBER }))
    expectWarning(settled.warnings ?? [], [NOVEMBER])
    const path = `/v1/supplier-payables/${payable.id}/settlements`
    expect((await itemsOf(path.slice(4) as never, customer()))[0]).to.deep.equal(settled)
  })

  it('knows an account to which its supplier was paid before', async () => {
    const first = await settledWith(await owedWith(null), await debited({ iban: OTHER_IBAN }))
    expectWarning(first.warnings ?? [], [OTHER_IBAN])
    const second = await settledWith(await owedWith(null), await debited({ iban: OTHER_IBAN }))
    expectWarning(second.warnings ?? [], [])
  })

  it('warns of a debit that names the payment of another payable', async () => {
    const other = await owed(AMOUNT, { supplier: holz({ name: 'Papier AG' }), document_date: date, due_date: date })
    const { body } = await order({ payables: [other.id], execution_date: date })
    const { end_to_end_id } = there(body.payments[0])
    const settled = await settledWith(await owedWith(null), await debited({ end_to_end_id }))
    expectWarning(settled.warnings ?? [], [end_to_end_id])
    const booked = await bookedWith(await owedWith(null), await debited({ end_to_end_id }))
    expectWarning(booked.warnings ?? [], [end_to_end_id])
    expectWarning((await settledWith(other, await debited({ end_to_end_id }))).warnings ?? [], [])
  })

  it('says so of allocations of a payment with the reference of another document, and of what one has where its own has none', async () => {
    const bill = (payment_reference?: string) => invoiced(AMOUNT, payment_reference ? { payment_reference } : {})
    const [october, november, nameless] = [await bill(OCTOBER), await bill(NOVEMBER), await bill()]
    const pays = async (reference: string, document: { id: string }) => {
      entries += 1
      const told = `<RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf>`
      const details = `<TxDtls><Amt Ccy="CHF">${entries}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${told}</TxDtls>`
      const payment = await received(bankEntry({ amount: `${entries}.00`, date, details, text: `Eingang ${entries}` }))
      const { status, body, text } = await allocate(payment.id, [[document.id, 100]])
      expect(status, text).to.equal(201)
      return body.warnings ?? []
    }
    expectWarning(await pays(OCTOBER, october), [])
    expectWarning(await pays(NOVEMBER, october), [NOVEMBER])
    expectWarning(await pays('RF45G72UUR', november), ['RF45G72UUR'])
    expectWarning(await pays('RF45G72UUR', nameless), [])
    expectWarning(await pays(NOVEMBER, nameless), [NOVEMBER])
  })
})

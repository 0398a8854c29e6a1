import { expect } from 'chai'
import type { PaymentOrderTrial } from '../../../../shared/contract/orders/payment-order-trial.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { quietly } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, detailsOf, HOLZ_IBAN, holz, OTHER_IBAN } from '../books-to-order.ts'

const date = todayInSwitzerland()
const [MARCH, APRIL] = ['2026-03-01', '2026-04-01']
const [OCTOBER, NOVEMBER] = ['RF18539007547034', 'RF712348231']
const OTHERWISE = 'debit_booked_otherwise'
const PAPER = {
  supplier: holz({ name: 'Papier und Druck AG', iban: OTHER_IBAN, supplier_external_reference: 'L-8' }),
  supplier_external_reference: 'L-8',
}
/** Of which nobody has paid anything. */
const EISEN = {
  gross_amount: chf(777),
  supplier: holz({ name: 'Metallbau Eisen AG', iban: 'LI21088100002324013AA', supplier_external_reference: 'L-9' }),
  supplier_external_reference: 'L-9',
}

type Told = { readonly text?: string; readonly name?: string; readonly iban?: string; readonly reference?: string }

/** Nobody reads at night what an order of the program warns of. */
describe('a selection of payables whose debit is booked as something else', () => {
  const { customer, owedToHolz, order, request, paid, list, settle } = booksToOrder()
  const select = { select: { currency: 'CHF' } }
  const bill = (document_number: string, more: object = {}) =>
    owedToHolz(10_000, { document_date: date, due_date: date, document_number, ...more })
  const debited = async ({ text = '', name = '', iban = '', reference = '' }: Told) => {
    const structured = reference && `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`
    const account = iban && `<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>`
    const party = name && `<RltdPties><Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr>${account}</RltdPties>`
    const told = `<RmtInf>${text && `<Ustrd>${text}</Ustrd>`}${structured}</RmtInf>`
    const details = `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${party}${told}</TxDtls>`
    await paid(bankEntry({ amount: '100.00', direction: 'DBIT', date, details }))
    await quietly(customer())
    return there((await list('camt-053/entries')).at(-1))
  }
  const settled = async (payable: { id: string }, entry: { canonical_entry_hash: string }) => {
    const more = { evidence_sha256: entry.canonical_entry_hash, settlement_date: date }
    const { status, text } = await settle(payable.id, 10_000, more)
    expect(status, text).to.equal(201)
    await quietly(customer())
  }
  const asExpense = async ({ id: entry_id }: { id: string }) => {
    const lines = [debit('6500', 10_000), credit('1020', 10_000)]
    const { body } = await post(
      VOUCHERS,
      voucher(customer(), { business_date: date, payload: { lines, bank_entries: [{ entry_id }] } }),
      { wait: 10 },
    )
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  }
  const dismissed = async ({ id }: { id: string }) => {
    const path = `/v1/camt-053/entries/${id}/dismiss` as '/v1/camt-053/entries/{entry_id}/dismiss'
    expect((await post(path, { end_customer_id: customer(), reason: 'privat' })).status).to.equal(201)
  }
  const selected = async (more: object = {}) => {
    const { body } = await post('/v1/payment-orders?dry_run=true', request({ ...select, ...more }), {
      idempotencyKey: null,
    })
    const { payments, left_out } = body as unknown as PaymentOrderTrial
    return {
      ordered: payments.map(({ supplier_payable_id }) => supplier_payable_id),
      left_out: left_out.map(({ supplier_payable_id, code }) => `${supplier_payable_id} ${code}`),
    }
  }

  type Case = readonly [what: string, Told, before: readonly [string, object] | null, bill: readonly [string, object]]
  const LEFT_OUT: readonly Case[] = [
    ['for an expense', { name: 'Holz', iban: HOLZ_IBAN }, null, ['H-1', {}]],
    [
      'for the bill before, with its reference',
      { reference: NOVEMBER },
      ['H-1', { payment_reference: OCTOBER }],
      ['H-2', { payment_reference: NOVEMBER }],
    ],
    ['for the bill before, with its number', { text: 'STR-2026-1111' }, ['STR-2026-1010', {}], ['STR-2026-1111', {}]],
    ['for the bill before, with its digits', { text: '2026/1111' }, ['STR-2026-1010', {}], ['STR-2026-1111', {}]],
    ['for the bill before, with its last digits', { text: '1111' }, ['STR-2026-1010', {}], ['STR-2026-1111', {}]],
    [
      'for the bill before, with its month',
      { text: 'Miete April' },
      ['A-17', { document_date: MARCH }],
      ['B-18', { document_date: APRIL }],
    ],
    [
      'for the bill before, with its month as a number',
      { text: '2026-04' },
      ['RE-2026-03', { document_date: MARCH }],
      ['RE-2026-04', { document_date: APRIL }],
    ],
    ['for a bill of another supplier', { name: 'Papier und Druck AG', iban: OTHER_IBAN }, ['H-1', {}], ['P-1', PAPER]],
  ]
  for (const [what, told, before, [number, more]] of LEFT_OUT)
    it(`leaves out a bill whose debit is booked ${what}, until it is named or its debit is accepted`, async () => {
      const entry = await debited(told)
      if (before) await settled(await bill(...before), entry)
      else await asExpense(entry)
      const [twice, other] = [await bill(number, more), await bill('X-777', EISEN)]
      const expected = { ordered: [other.id], left_out: [`${twice.id} ${OTHERWISE}`] }
      expect(await selected()).to.deep.equal(expected)
      const accepted = await selected({ accepted_debits: [entry.id] })
      expect(accepted.ordered).to.have.members([twice.id, other.id])
      const { status, body, text } = await order(select)
      expect(status, text).to.equal(201)
      expect(body.left_out.map(({ supplier_payable_id, code }) => `${supplier_payable_id} ${code}`)).to.deep.equal(
        expected.left_out,
      )
      expect(there(body.left_out[0]).message).to.include(entry.id).and.to.include('name it in payables')
      const alone = await order(select)
      expect([alone.status, ...detailsOf(alone.text)]).to.deep.equal([422, `/select ${OTHERWISE}`])
      const named = await order({ payables: [twice.id] })
      expect(named.status, named.text).to.equal(201)
      expect(named.body.warnings.map(({ code, entry_id }) => `${code} ${entry_id}`)).to.deep.equal([
        `${OTHERWISE} ${entry.id}`,
      ])
    })

  it('leaves out a bill whose debit is dismissed', async () => {
    await dismissed(await debited({ text: 'STR-2026-1111', name: 'Schreinerei Holz GmbH' }))
    const [twice, other] = [await bill('STR-2026-1111'), await bill('X-777', EISEN)]
    expect(await selected()).to.deep.equal({ ordered: [other.id], left_out: [`${twice.id} debit_dismissed`] })
  })

  for (const [what, told, own] of [
    ['number', { text: 'Rechnung H-1010' }, { document_number: 'H-1010' }],
    ['reference', { reference: OCTOBER }, { payment_reference: OCTOBER }],
  ] as const)
    it(`orders a bill of just that amount and creditor, where the debit has paid what it names by its ${what}`, async () => {
      const debitOf = await debited({ ...told, name: 'Papier und Druck AG', iban: OTHER_IBAN })
      await settled(await bill('H-7', own), debitOf)
      const other = await bill('P-1', PAPER)
      expect(await selected()).to.deep.equal({ ordered: [other.id], left_out: [] })
    })

  it('orders the rent of a month, and leaves out that of the next one, whose debit is booked for an expense', async () => {
    const [rent, next] = [await bill('A-17', { document_date: MARCH }), await bill('A-18', { document_date: APRIL })]
    await asExpense(await debited({ text: 'Miete April 2026', name: 'Holz', iban: HOLZ_IBAN }))
    expect(await selected()).to.deep.equal({ ordered: [rent.id], left_out: [`${next.id} ${OTHERWISE}`] })
  })

  it('orders the rent behind the one whose debit is booked for the month before', async () => {
    const before = await bill('A-17', { document_date: MARCH })
    const [twice, next] = [
      await bill('A-18', { document_date: APRIL }),
      await bill('A-19', { document_date: '2026-05-01' }),
    ]
    await settled(before, await debited({ text: 'Miete April 2026', name: 'Holz', iban: HOLZ_IBAN }))
    expect(await selected()).to.deep.equal({ ordered: [next.id], left_out: [`${twice.id} ${OTHERWISE}`] })
  })

  const rents = async () => {
    const made: string[] = []
    for (const month of [1, 2, 3, 4, 5, 6, 7])
      made.push((await bill(`A-1${month}`, { document_date: `2026-0${month}-01` })).id)
    return made
  }
  const without = (all: readonly string[], left: readonly string[], code: string) => ({
    ordered: all.filter((id) => !left.includes(id)),
    left_out: left.map((id) => `${id} ${code}`),
  })

  it('leaves out each of seven equal bills that an open debit may have paid', async () => {
    const all = await rents()
    // Nothing says that a bill of September is there.
    await debited({ text: 'Miete September 2026', name: 'Holz', iban: HOLZ_IBAN })
    expect(await selected()).to.deep.equal(without(all, all, 'debit_not_booked'))
  })

  it('leaves out the one whose month an open debit names, and orders six of one amount; booked as an expense, too', async () => {
    const all = await rents()
    const [, , march = ''] = all
    const entry = await debited({ text: 'Miete März 2026', name: 'Holz', iban: HOLZ_IBAN })
    expect(await selected()).to.deep.equal(without(all, [march], 'debit_not_booked'))
    const named = await order({ payables: [all[4] ?? ''] })
    expect(named.body.warnings.map(({ code, entry_id }) => `${code} ${entry_id}`)).to.deep.equal([
      `debit_may_fit ${entry.id}`,
    ])
    const refused = await order({ payables: [march] })
    expect([refused.status, ...detailsOf(refused.text)]).to.deep.equal([422, '/payables/0 debit_not_booked'])
    await asExpense(entry)
    const left = all.filter((_, at) => at !== 4)
    expect(await selected()).to.deep.equal(without(left, [march], OTHERWISE))
  })

  it('leaves out each bill that may be of the month: due in it, or of its days', async () => {
    const ahead = await bill('A-1', { document_date: '2026-03-05', due_date: '2026-04-01' })
    const inIt = await bill('A-2', { document_date: '2026-04-05', due_date: '2026-05-01' })
    const later = await bill('A-3', { document_date: '2026-05-05', due_date: '2026-06-01' })
    await debited({ text: 'Miete April 2026', name: 'Holz', iban: HOLZ_IBAN })
    expect(await selected()).to.deep.equal(
      without([ahead.id, inIt.id, later.id], [ahead.id, inIt.id], 'debit_not_booked'),
    )
  })

  it('orders a rent where each month before has paid the bill of its own month', async () => {
    for (const [month, text] of [
      ['02', 'Miete Februar 2026'],
      ['03', 'Miete 2026-03'],
    ] as const)
      await settled(
        await bill(`RE-2026-${month}`, { document_date: `2026-${month}-01` }),
        await debited({ text, name: 'Holz', iban: HOLZ_IBAN }),
      )
    const rent = await bill('RE-2026-04', { document_date: APRIL })
    expect(await selected()).to.deep.equal({ ordered: [rent.id], left_out: [] })
  })
})

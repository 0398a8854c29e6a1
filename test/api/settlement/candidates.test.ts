import { expect } from 'chai'
import { bankEntry, camt054Message, transaction } from '../../camt053/messages.ts'
import { eventually, quietly } from '../../support/books.ts'
import { get, notify, post } from '../../support/client.ts'
import type { Item } from '../../support/reply.ts'
import { chf } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from './books-to-settle.ts'

const QRR = '210000000003139471430009017'
const SCOR = 'RF18539007547034'

describe('settlement candidates', () => {
  const { customer, list, invoiced, owed, paid, allocate, openOf } = booksToSettle()

  it('candidates by reference, number in the text, amount with name; for suppliers too; newest state of affairs', async () => {
    const first = await invoiced(10_000, { payment_reference: '21 00000 00003 13947 14300 09017' })
    const second = await invoiced(20_000, { document_number: 'RE-2026/77' })
    const third = await invoiced(30_000, { customer: { name: 'Zürcher Möbel AG' } })
    const payable = await owed(40_000, { payment_reference: SCOR })
    await paid(
      bankEntry({ amount: '100.00', details: transaction({ reference: QRR }) }),
      bankEntry({ amount: '150.00', details: transaction({ unstructured: 'Zahlung RE-2026/77, danke' }) }),
      bankEntry({ amount: '300.00', details: transaction({ name: 'ZURCHER MOBEL' }) }),
      bankEntry({ amount: '999.00', details: transaction({ name: 'Niemand' }) }),
      bankEntry({ amount: '400.00', direction: 'DBIT', details: transaction({ reference: SCOR }) }),
    )
    let candidates: Item<'settlement-candidates'>[] = []
    await eventually(async () => {
      candidates = await list('settlement-candidates')
      return candidates.length === 4
    })
    expect(
      candidates.map((candidate) => [
        candidate.target_document_id ?? candidate.target_supplier_payable_id,
        candidate.proposed_amount.amount_minor,
        candidate.score,
        candidate.reasons,
      ]),
    ).to.have.deep.members([
      [first.id, 10_000, 100, ['reference', 'amount', 'name']],
      [second.id, 15_000, 75, ['number_in_text', 'name']],
      [third.id, 30_000, 60, ['amount', 'name']],
      [payable.id, 40_000, 100, ['reference', 'amount']],
    ])
    for (const candidate of candidates) {
      expect(candidate.candidate_hash).to.match(/^[0-9a-f]{64}$/)
      expect((await get(`/v1/settlement-candidates/${candidate.id}`)).body).to.deep.equal(candidate)
    }
    const candidate = candidates.find(({ target_document_id }) => target_document_id === first.id)
    await allocate(there(candidate?.payment_id), [[first.id, 10_000]])
    await eventually(async () => (await list('settlement-candidates')).length === 3)
    expect(await list('settlement-candidates', '&state=superseded')).to.have.length(1)
  })

  it('a debit whose details came in a notification is proposed by what these say', async () => {
    const payable = await owed(40_000, { payment_reference: SCOR })
    const debit = (details: string) =>
      bankEntry({ amount: '400.00', direction: 'DBIT', details }).replace(
        '</ValDt>',
        '</ValDt><AcctSvcrRef>BANK-9</AcctSvcrRef>',
      )
    await paid(debit(''))
    const bankEntries = debit(transaction({ reference: SCOR, name: 'Niemand' }))
    await notify(customer(), camt054Message({ bankEntries }), { wait: 20 })
    await quietly(customer())
    expect(
      (await list('settlement-candidates')).map((one) => [one.target_supplier_payable_id, one.score, one.reasons]),
    ).to.deep.equal([[payable.id, 100, ['reference', 'amount']]])
  })

  it('documents that were paid together are proposed together; the rest still is when one of them is allocated', async () => {
    const first = await invoiced(10_000)
    const second = await invoiced(20_000)
    const third = await invoiced(40_000, { customer: { name: 'Niemand' } })
    const payment = there((await paid(bankEntry({ amount: '300.00', details: transaction() })))[0])
    const proposals = async () =>
      (await list('settlement-candidates')).map(
        ({ target_document_id, proposed_amount, score, reasons, together_with, deductions }) =>
          [target_document_id, proposed_amount.amount_minor, score, reasons, together_with, deductions] as const,
      )
    await eventually(async () => (await proposals()).length === 2)
    expect(await proposals()).to.have.deep.members([
      [first.id, 10_000, 55, ['sum', 'name'], [second.id], []],
      [second.id, 20_000, 55, ['sum', 'name'], [first.id], []],
    ])
    await allocate(payment.id, [[first.id, 10_000]])
    await eventually(async () => (await proposals()).length === 1)
    expect(await proposals()).to.deep.equal([[second.id, 20_000, 60, ['amount', 'name'], [], []]])
    expect(third.open_amount.amount_minor).to.equal(40_000)
  })

  it('the number in a structured remittance is that of the document, for payments and debits', async () => {
    const invoice = await invoiced(10_000, { document_number: 'R-400' })
    const payable = await owed(20_000, { document_number: 'S-400' })
    const numbered = (number: string) =>
      transaction().replace('</RmtInf>', `<Strd><RfrdDocInf><Nb>${number}</Nb></RfrdDocInf></Strd></RmtInf>`)
    await paid(
      bankEntry({ amount: '99.00', details: numbered('R-400') }),
      bankEntry({ amount: '199.00', direction: 'DBIT', details: numbered('S-400') }),
    )
    await eventually(async () => (await list('settlement-candidates')).length === 2)
    const found = (await list('settlement-candidates')).map((one) => [
      one.target_document_id ?? one.target_supplier_payable_id,
      one.reasons[0],
    ])
    expect(found).to.have.deep.members([
      [invoice.id, 'number_in_text'],
      [payable.id, 'number_in_text'],
    ])
  })

  const TERMS = { document_date: '2026-03-21', discount_terms: [{ days: 10, discount_bp: 200 }] }

  it('a discount within the terms is proposed, handed off, and closes the document', async () => {
    const invoice = await invoiced(10_810, { ...TERMS, document_number: 'R-300' })
    await paid(bankEntry({ amount: '105.94', details: transaction({ unstructured: 'R-300' }) }))
    await eventually(async () => (await list('settlement-candidates')).length === 1)
    const candidate = there((await list('settlement-candidates'))[0])
    expect(candidate).to.deep.include({ score: 83, reasons: ['number_in_text', 'discount', 'name'], together_with: [] })
    expect(candidate.proposed_amount).to.deep.equal(chf(10_594))
    expect(candidate.deductions).to.deep.equal([{ type: 'discount', amount: chf(216) }])
    const payment_id = there(candidate.payment_id)
    const handOff = (more: object) =>
      post(`/v1/settlement-candidates/${candidate.id}/allocation-handoffs`, {
        end_customer_id: customer(),
        payment_id,
        target_document_id: invoice.id,
        open_ar_snapshot: chf(10_810),
        proposed_amount: chf(10_594),
        reviewer_justification: 'within ten days',
        ...more,
      })
    const linesOf = async (more: object) => (await handOff(more)).body.allocation_request_payload.lines
    const line = { document_id: invoice.id, amount: chf(10_594) }
    expect(await linesOf({ with_deductions: false })).to.deep.equal([line])
    expect(await linesOf({ proposed_amount: chf(10_593) })).to.deep.equal([{ ...line, amount: chf(10_593) }])
    const refused = await handOff({ proposed_amount: chf(10_593), with_deductions: true })
    expect([refused.status, refused.body.error?.details?.[0]?.pointer]).to.deep.equal([422, '/with_deductions'])
    const handoff = await handOff({})
    expect(handoff.body.allocation_request_payload.lines).to.deep.equal([
      { ...line, deductions: [{ type: 'discount', amount: chf(216) }] },
    ])
    const { body: allocation } = await post('/v1/allocations', handoff.body.allocation_request_payload, { wait: 10 })
    expect(allocation.state).to.equal('posted')
    expect(await openOf('documents', invoice.id)).to.equal(0)
    expect(await openOf('payments', payment_id)).to.equal(0)
  })

  it('no discount a day too late, of a Rappen less, or of a part; of a supplier it is proposed too', async () => {
    await invoiced(10_000, { ...TERMS, document_date: '2026-03-20', document_number: 'LATE-1' })
    await invoiced(20_000, { ...TERMS, document_number: 'LESS-1' })
    const payable = await owed(30_000, { ...TERMS, document_number: 'OWED-1' })
    await paid(
      bankEntry({ amount: '98.00', details: transaction({ unstructured: 'LATE-1' }) }),
      bankEntry({ amount: '195.99', details: transaction({ unstructured: 'LESS-1' }) }),
      bankEntry({ amount: '294.00', direction: 'DBIT', details: transaction({ unstructured: 'OWED-1' }) }),
    )
    await eventually(async () => (await list('settlement-candidates')).length === 3)
    const candidates = await list('settlement-candidates')
    expect(
      candidates.map(({ proposed_amount, deductions }) => [proposed_amount.amount_minor, deductions]),
    ).to.have.deep.members([
      [9_800, []],
      [19_599, []],
      [29_400, [{ type: 'discount', amount: chf(600) }]],
    ])
    expect(candidates.find(({ deductions }) => deductions.length > 0)?.target_supplier_payable_id).to.equal(payable.id)
  })
})

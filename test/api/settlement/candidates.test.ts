import { expect } from 'chai'
import { bankEntry, transaction } from '../../camt053/messages.ts'
import { eventually } from '../../support/books.ts'
import { get } from '../../support/client.ts'
import type { Item } from '../../support/reply.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from './books-to-settle.ts'

const QRR = '210000000003139471430009017'
const SCOR = 'RF18539007547034'

describe('settlement candidates', () => {
  const { list, invoiced, owed, paid, allocate } = booksToSettle()

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
})

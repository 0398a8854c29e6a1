import { expect } from 'chai'
import { bankEntry, transaction } from '../../../camt053/messages.ts'
import { eventually } from '../../../support/books.ts'
import { booksToSettle } from '../books-to-settle.ts'

const SUPPLIER = { name: 'Immo AG', supplier_external_reference: 'I' }
const [MONTHS, DAYS] = [['2026-01', '2026-02', '2026-03'] as const, { due_date: '2026-03-31' }]

/** Rents that are equal but for their months, the numbers of which nobody tells. */
describe('candidates by the month in the text', () => {
  const { list, owed, invoiced, paid } = booksToSettle()
  const billed = <Bill>(bill: (document_date: string) => Promise<Bill>) =>
    MONTHS.reduce<Promise<Bill[]>>(
      async (bills, month) => [...(await bills), await bill(`${month}-01`)],
      Promise.resolve([]),
    )
  const proposed = async (count: number) => {
    await eventually(async () => (await list('settlement-candidates')).length === count)
    const candidates = await list('settlement-candidates')
    return candidates.map(({ target_document_id, target_supplier_payable_id, score, reasons }) => [
      target_document_id ?? target_supplier_payable_id,
      score,
      ...reasons,
    ])
  }
  const [MEANT, OTHER] = [
    [67, 'month_in_text', 'amount', 'name'],
    [33, 'amount', 'other_month', 'name'],
  ]

  it('name the rent of March before those of January and February, of a supplier', async () => {
    const [january, february, march] = await billed((document_date) =>
      owed(216_200, { ...DAYS, document_date, supplier: SUPPLIER }),
    )
    const details = `<TxDtls><RltdPties><Cdtr><Pty><Nm>Immo AG</Nm></Pty></Cdtr></RltdPties>
      <RmtInf><Ustrd>Miete März</Ustrd></RmtInf></TxDtls>`
    await paid(bankEntry({ amount: '2162.00', direction: 'DBIT', details }))
    expect(await proposed(3)).to.have.deep.members([
      [march?.id, ...MEANT],
      [february?.id, ...OTHER],
      [january?.id, ...OTHER],
    ])
  })

  it('and so of a customer, one that is due in the first days of the month', async () => {
    const [january, february, march] = await billed((document_date) =>
      invoiced(216_200, { ...DAYS, document_date, customer: { name: 'Mieter AG', customer_external_reference: 'M' } }),
    )
    const ahead = await invoiced(216_200, {
      ...{ document_date: '2026-02-05', due_date: '2026-03-01' },
      customer: { name: 'Mieter AG', customer_external_reference: 'M' },
    })
    await paid(
      bankEntry({ amount: '2162.00', details: transaction({ name: 'Mieter AG', unstructured: 'Miete 03/2026' }) }),
    )
    expect(await proposed(4)).to.have.deep.members([
      [march?.id, ...MEANT],
      [ahead.id, ...MEANT],
      [february?.id, ...OTHER],
      [january?.id, ...OTHER],
    ])
  })
})

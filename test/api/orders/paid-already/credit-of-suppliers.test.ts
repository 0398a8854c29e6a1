import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { post } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { booksToOrder, holz } from '../books-to-order.ts'

const date = todayInSwitzerland()
const [FIRST, SECOND] = [{ document_number: 'H-101' }, { document_number: 'H-102' }]

/** An order sets nothing off, so it says what could be. */
describe('orders beside open credit of a supplier', () => {
  const { customer, owedToHolz, owed, order, list } = booksToOrder()
  const warned = async (...payables: { id: string }[]) => {
    const { status, body, text } = await order({ payables: payables.map(({ id }) => id) })
    expect(status, text).to.equal(201)
    return body.warnings.map(({ code, supplier_payable_id, message }) => ({ code, supplier_payable_id, message }))
  }
  const creditOf = async (amount: number) => {
    const open_item = { new: { kind: 'supplier_advance', partner: { name: holz().name, reference: 'L-7' } } }
    const lines = [debit('1192', amount, { open_item }), credit('1000', amount)]
    const { body } = await post(VOUCHERS, voucher(customer(), { business_date: date, payload: { lines } }), {
      wait: 10,
    })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    return (await list('supplier-payables')).find(({ open_amount }) => open_amount.amount_minor < 0)
  }

  it('name it for each of its payables, and for nobody else', async () => {
    const [first, second] = [await owedToHolz(10_000, FIRST), await owedToHolz(10_000, SECOND)]
    const other = await owed(10_005, {
      supplier: holz({ name: 'Strom AG', supplier_external_reference: 'L-8' }),
      supplier_external_reference: 'L-8',
    })
    const advance = await creditOf(10_000)
    const warnings = await warned(first, second, other)
    expect(warnings.map(({ code, supplier_payable_id }) => [code, supplier_payable_id])).to.have.deep.members([
      ['supplier_credit_open', first.id],
      ['supplier_credit_open', second.id],
    ])
    for (const { message } of warnings)
      expect(message)
        .to.include('owes CHF 100.00')
        .and.to.include(advance?.id ?? '-')
  })

  it('are silent once it is set off', async () => {
    const [first, second] = [await owedToHolz(10_000, FIRST), await owedToHolz(10_000, SECOND)]
    const advance = await creditOf(10_000)
    const amounts = [
      { supplier_payable_id: first.id, amount: { amount_minor: 10_000, currency: 'CHF' } },
      { supplier_payable_id: advance?.id ?? '', amount: { amount_minor: -10_000, currency: 'CHF' } },
    ]
    const body = { end_customer_id: customer(), posting_date: date, lines: amounts }
    const { status, text } = await post('/v1/allocations', body, { wait: 10 })
    expect(status, text).to.equal(201)
    expect(await warned(second)).to.deep.equal([])
  })
})

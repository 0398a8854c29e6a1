import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { itemsOf, post, put } from '../../../support/client.ts'
import { credit, debit, taxLine, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, holz } from '../books-to-order.ts'

const date = todayInSwitzerland()
const [FIRST, SECOND] = [{ document_number: 'H-101' }, { document_number: 'H-102' }]

/** An order sets nothing off, so it says what could be. */
describe('orders beside open credit of a supplier', () => {
  const { customer, owedToHolz, owed, order, list, settle } = booksToOrder()
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
  describe('of a bill for an advance', () => {
    const advance = (net: number, tax: number) => taxLine('I81', net, tax, { expense_category: 'advance' })
    /** A bill of 540.50, and the advance of 500.00 that it opens. */
    const billed = async () => {
      const mapping = {
        mapping_key: 'posting.expense.category.advance',
        account_code: '1192',
        valid_from: '2020-01-01',
      }
      await put('/v1/account-mappings', { end_customer_id: customer(), mappings: [mapping] }, { wait: 10 })
      const first = await owedToHolz(54_050, { document_number: 'AV-5', tax_lines: [advance(50_000, 4_050)] })
      return { payable: await opened(first, 'payable'), advanced: await opened(first, 'supplier_advance') }
    }
    const opened = async ({ source_fact_id }: { source_fact_id: { id: string | null } }, ofKind: string) => {
      const items = await itemsOf('supplier-payables', customer(), `&source_fact_id=${source_fact_id.id}`)
      return there(items.find(({ kind }) => kind === ofKind))
    }
    const finalBill = async (document_number: string, ...takenOff: object[]) => {
      const tax_lines = [taxLine('I81', 100_000, 8_100), ...takenOff]
      return opened(await owedToHolz(108_100 - 54_050 * takenOff.length, { document_number, tax_lines }), 'payable')
    }
    /** The bills are alike, and are told as such, too. */
    const creditTold = async (...payables: { id: string }[]) =>
      (await warned(...payables)).filter(({ code }) => code === 'supplier_credit_open')

    it('are silent for the bill itself', async () => {
      const { payable } = await billed()
      expect(await creditTold(payable)).to.deep.equal([])
    })

    it('are silent for the rest of the bill', async () => {
      const { payable } = await billed()
      expect((await settle(payable.id, 20_000)).status).to.equal(201)
      expect(await creditTold(payable)).to.deep.equal([])
    })

    it('are silent for another bill while nobody pays that for the advance', async () => {
      await billed()
      expect(await creditTold(await finalBill('SV-6'))).to.deep.equal([])
    })

    it('name it for another bill that is ordered with it, or after it', async () => {
      const { payable, advanced } = await billed()
      const [second, third] = [await finalBill('SV-6'), await finalBill('SV-7')]
      for (const payables of [[payable, second], [third]]) {
        const own = await creditTold(...payables)
        expect(own.map(({ supplier_payable_id }) => supplier_payable_id)).to.deep.equal([there(payables.at(-1)).id])
        expect(there(own[0]).message).to.include('owes CHF 500.00').and.to.include(advanced.id)
      }
    })

    it('say of one that is paid that a voucher sets it off', async () => {
      const { payable } = await billed()
      expect((await settle(payable.id, 54_050)).status).to.equal(201)
      const [warning, ...others] = await creditTold(await finalBill('SV-6'))
      expect(others).to.deep.equal([])
      expect(there(warning).message).to.include('with a voucher').and.not.to.include('with an allocation')
    })

    it('are silent once a final bill has taken it off, and name the rest of several', async () => {
      const { payable } = await billed()
      expect((await settle(payable.id, 54_050)).status).to.equal(201)
      const final = await finalBill('SV-6', advance(-50_000, -4_050))
      expect(await creditTold(final)).to.deep.equal([])
      await creditOf(10_000)
      const [warning] = await creditTold(await finalBill('SV-7'))
      expect(there(warning).message).to.include('owes CHF 100.00')
    })
  })
})

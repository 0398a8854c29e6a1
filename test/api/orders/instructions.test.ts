import { expect } from 'chai'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { firstOf, get, post, put } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToOrder, detailsOf, fileOf, HOLZ_IBAN, holz, OTHER_IBAN } from './books-to-order.ts'

const BERN = { town_name: 'Bern', country: 'CH', post_code: '3000' }

/** What an order says of single payables beside their documents. */
describe('instructions of a payment order', () => {
  const { customer, owedToHolz, order, orderedOf, settle, openOf } = booksToOrder()
  const part = (supplier_payable_id: string, amount: object) => ({ supplier_payable_id, amount })

  it('pay a part of a payable without its discount, and the rest in the next order', async () => {
    const terms = { document_date: todayInSwitzerland(), discount_terms: [{ days: 10, discount_bp: 200 }] }
    const [payable, other] = [await owedToHolz(10_000, terms), await owedToHolz(5_000, terms)]
    const payables = [payable.id, other.id]
    const { body, text } = await order({ payables, instructions: [part(payable.id, chf(4_000))] })
    const paid = body.payments.map(({ amount, discount }) => [amount.amount_minor, discount.amount_minor])
    expect(paid, text).to.deep.equal([
      [4_000, 0],
      [4_900, 100],
    ])
    expect((await fileOf(body.id)).text).to.include('<CtrlSum>89.00</CtrlSum>')
    expect((await settle(payable.id, 4_000)).status).to.equal(201)
    expect(there((await get(`/v1/payment-orders/${body.id}`)).body.payments[0]).state).to.equal('paid')
    expect(await orderedOf(payable.id)).to.equal(null)
    const rest = await order({ payables: [payable.id] })
    expect(there(rest.body.payments[0]).amount.amount_minor).to.equal(6_000)
    expect(await openOf('supplier-payables', payable.id)).to.equal(6_000)
  })

  it('stay ordered while other money pays the rest, and are paid by a debit of their amount', async () => {
    const payable = await owedToHolz(108_100)
    const { body } = await order({ payables: [payable.id], instructions: [part(payable.id, chf(50_000))] })
    const state = async () => there((await get(`/v1/payment-orders/${body.id}`)).body.payments[0]).state
    expect((await settle(payable.id, 58_100)).status).to.equal(201)
    expect([await state(), (await orderedOf(payable.id))?.amount.amount_minor]).to.deep.equal(['ordered', 50_000])
    const again = await order({ payables: [payable.id] })
    expect([again.status, ...detailsOf(again.text)]).to.deep.equal([409, '/payables/0 already_ordered'])
    expect((await settle(payable.id, 50_000)).status).to.equal(201)
    expect([await state(), await openOf('supplier-payables', payable.id)]).to.deep.equal(['paid', 0])
  })

  it('are refused for other payables, twice for one, and for more than is open or in another currency', async () => {
    const [payable, other] = [await owedToHolz(10_000), await owedToHolz(5_000)]
    const instructions = [
      part(payable.id, chf(10_001)),
      part(payable.id, chf(1)),
      part(other.id, chf(1)),
      part('x', chf(1)),
    ]
    const { status, text } = await order({ payables: [payable.id], instructions })
    expect([status, ...detailsOf(text)]).to.deep.equal([
      422,
      '/instructions/0/amount/amount_minor out_of_range',
      '/instructions/1/supplier_payable_id duplicate',
      '/instructions/2/supplier_payable_id not_found',
      '/instructions/3/supplier_payable_id not_found',
    ])
    const refusals = async (instruction: object) =>
      detailsOf((await order({ payables: [payable.id], instructions: [instruction] })).text)
    expect(await refusals(part(payable.id, chf(0)))).to.deep.equal(['/instructions/0/amount/amount_minor out_of_range'])
    expect(await refusals(part(payable.id, { amount_minor: 1, currency: 'EUR' }))).to.deep.equal([
      '/instructions/0/amount/currency currency_mismatch',
    ])
    expect(await refusals({ supplier_payable_id: payable.id, creditor: { bic: 'NOBANK' } })).to.deep.equal([
      '/instructions/0/creditor/bic format',
    ])
  })

  it('pay a payable that a voucher has opened, which knows no account', async () => {
    const open_item = { new: { partner: { name: 'Treuhand Nord', reference: 'L-9' }, document_number: 'V-1' } }
    const lines = [debit('6500', 7_500), credit('2000', 7_500, { open_item })]
    const { body: fact } = await post(VOUCHERS, voucher(customer(), { payload: { lines } }), { wait: 10 })
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    const { id } = await firstOf('supplier-payables', customer())
    const bare = await order({ payables: [id] })
    expect(detailsOf(bare.text)).to.deep.equal(['/payables/0 creditor_iban_missing', '/payables/0 address_incomplete'])
    const creditor = { iban: OTHER_IBAN, structured_address: BERN }
    const { body } = await order({ payables: [id], instructions: [{ supplier_payable_id: id, creditor }] })
    expect(there(body.payments?.[0]).creditor).to.include({ name: 'Treuhand Nord', iban: OTHER_IBAN, bic: null })
  })

  it('do not get around the check of another IBAN', async () => {
    const [first, second] = [await owedToHolz(100), await owedToHolz(200)]
    await order({ payables: [first.id] })
    const instructions = [{ supplier_payable_id: second.id, creditor: { iban: OTHER_IBAN } }]
    const refused = await order({ payables: [second.id], instructions })
    expect([refused.status, ...detailsOf(refused.text)]).to.deep.equal([422, '/payables/0 iban_changed'])
    const { body } = await order({ payables: [second.id], instructions, accepted_ibans: [OTHER_IBAN] })
    expect(there(body.payments[0]).creditor).to.include({ iban: OTHER_IBAN, iban_before: HOLZ_IBAN })
  })

  it('name the bank of a creditor abroad, which no document does', async () => {
    const rates = [{ currency: 'EUR', rate_date: '2026-03-01', rate: '0.95', source: 'test' }]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const eur = { currency: 'EUR', gross_amount: { amount_minor: 10_000, currency: 'EUR' } }
    const turkish = holz({
      iban: 'TR33 0006 1005 1978 6457 8413 26',
      structured_address: { town: 'Izmir', country: 'TR' },
    })
    const { id } = await owedToHolz(0, { ...eur, supplier: turkish })
    const bare = await order({ payables: [id] })
    expect([bare.status, ...detailsOf(bare.text)]).to.deep.equal([422, '/payables/0 agent_missing'])
    const instructions = [{ supplier_payable_id: id, creditor: { bic: 'TCZBTR2A' } }]
    const { body } = await order({ payables: [id], instructions })
    expect(there(body.payments?.[0]).creditor.bic).to.equal('TCZBTR2A')
    expect((await fileOf(body.id)).text).to.match(
      /<ChrgBr>SHAR<\/ChrgBr>\s*<CdtrAgt>\s*<FinInstnId>\s*<BICFI>TCZBTR2A</,
    )
  })

  it('name a creditor in Latin letters, whose document has others: the bank would get full stops', async () => {
    const { structured_address } = holz()
    const [name, town] = ['Дом Книги', { ...structured_address, town_name: 'Берн' }]
    const { id } = await owedToHolz(100, { supplier: holz({ name, structured_address: town }) })
    const refused = await order({ payables: [id] })
    expect([refused.status, ...detailsOf(refused.text)]).to.deep.equal([
      422,
      '/payables/0 letters_not_latin',
      '/payables/0 letters_not_latin',
    ])
    expect(refused.text).to.include('(Д, о, м, К, н, и, г)').and.to.include('creditor.name in instructions')
    const instructions = [{ supplier_payable_id: id, creditor: { name: 'Dom Knigi', structured_address } }]
    const { status, body, text } = await order({ payables: [id], instructions })
    expect(status, text).to.equal(201)
    expect(there(body.payments[0]).creditor.name).to.equal('Dom Knigi')
    expect((await fileOf(body.id)).text).to.include('<Nm>Dom Knigi</Nm>')
  })

  it('say nothing of a number in other letters, which the order warns of, nor of letters that have a Latin form', async () => {
    const { id } = await owedToHolz(100, { supplier: holz({ name: 'Nguyễn’s Holz' }), document_number: 'Счёт 7' })
    const { status, body, text } = await order({ payables: [id] })
    expect(status, text).to.equal(201)
    expect(body.warnings.map(({ code, entry_id }) => [code, entry_id])).to.deep.equal([['letters_not_latin', null]])
    expect(there(body.warnings[0]).message).to.include('.... 7')
    const { text: file } = await fileOf(body.id)
    expect(file).to.include("<Nm>Nguyen's Holz</Nm>").and.to.include('<Ustrd>.... 7</Ustrd>')
  })
})

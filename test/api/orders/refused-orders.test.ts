import { expect } from 'chai'
import { bankEntry, camt054Message } from '../../camt053/messages.ts'
import { itemsOf, notify, post, put } from '../../support/client.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'
import { booksToOrder, DEBTOR, detailsOf, fileOf, HOLZ_IBAN, holz, OTHER_IBAN } from './books-to-order.ts'

describe('payment orders that are refused', () => {
  const { customer, owedToHolz, order, request, withdraw, orderedOf, settle, paid, list } = booksToOrder()

  it('names each defect of each payable before there is a file', async () => {
    const sound = await owedToHolz(100)
    const unnamed = await owedToHolz(100, { supplier: holz({ iban: undefined, structured_address: { town: 'Bern' } }) })
    const reference = await owedToHolz(100, { payment_reference: '210000000003139471430009017' })
    const { status, text } = await order({ payables: [sound.id, unnamed.id, reference.id] })
    expect(status).to.equal(422)
    expect(detailsOf(text)).to.deep.equal([
      '/payables/1 creditor_iban_missing',
      '/payables/1 address_incomplete',
      '/payables/2 reference_does_not_fit',
    ])
    expect(text).to.include(unnamed.id)
    expect(await itemsOf('payment-orders', customer())).to.deep.equal([])
    expect(await orderedOf(sound.id)).to.equal(null)
  })

  it('wants another IBAN of a partner to be accepted by name', async () => {
    const before = await owedToHolz(100)
    const changed = await owedToHolz(200, { supplier: holz({ iban: OTHER_IBAN }) })
    const both = await order({ payables: [before.id, changed.id] })
    expect(detailsOf(both.text)).to.deep.equal(['/payables/1 iban_changed'])
    await order({ payables: [before.id] })
    const { status, text } = await order({ payables: [changed.id] })
    expect([status, ...detailsOf(text)]).to.deep.equal([422, '/payables/0 iban_changed'])
    const accepted = await order({ payables: [changed.id], accepted_ibans: ['ch02 0483 5000 6268 8200 1'] })
    expect(accepted.status, accepted.text).to.equal(201)
    expect(there(accepted.body.payments[0]).creditor.iban_before).to.equal(HOLZ_IBAN)
    await withdraw(accepted.body.id)
    expect(detailsOf((await order({ payables: [changed.id] })).text)).to.deep.equal(['/payables/0 iban_changed'])
  })

  it('takes each of two IBANs by turns once both were accepted by name, and neither while one was not', async () => {
    const bills = async (iban: string) => (await owedToHolz(100, { supplier: holz({ iban }) })).id
    const ordered = async (iban: string, more: object = {}) => {
      const { status, body, text } = await order({ payables: [await bills(iban)], ...more })
      return status === 201 ? there(body.payments[0]).creditor.iban_before : detailsOf(text)[0]
    }
    expect(await ordered(HOLZ_IBAN)).to.equal(null)
    expect(await ordered(OTHER_IBAN, { accepted_ibans: [OTHER_IBAN] })).to.equal(HOLZ_IBAN)
    expect(await ordered(HOLZ_IBAN)).to.equal('/payables/0 iban_changed')
    expect(await ordered(HOLZ_IBAN, { accepted_ibans: [HOLZ_IBAN] })).to.equal(OTHER_IBAN)
    expect(await ordered(OTHER_IBAN)).to.equal(null)
    expect(await ordered(HOLZ_IBAN)).to.equal(null)
    const both = await order({ payables: [await bills(OTHER_IBAN), await bills(HOLZ_IBAN)] })
    expect(both.status, both.text).to.equal(201)
    expect(await ordered('CH5604835012345678009')).to.equal('/payables/0 iban_changed')
  })

  it('takes no IBAN to which none of its payments goes, in the order and in its trial', async () => {
    const payable = await owedToHolz(100)
    const trial = (more: object) => post('/v1/payment-orders?dry_run=true', request(more), { idempotencyKey: null })
    const instructions = [{ supplier_payable_id: payable.id, creditor: { iban: OTHER_IBAN } }]
    for (const ask of [trial, order])
      for (const [which, more] of [
        [{ payables: [payable.id] }, {}],
        [{ select: { currency: 'CHF' } }, {}],
        [{ payables: [payable.id] }, { instructions }],
      ] as const) {
        const unused = 'instructions' in more ? HOLZ_IBAN : OTHER_IBAN
        const { status, text } = await ask({ ...which, ...more, accepted_ibans: [unused] })
        expect([status, ...detailsOf(text)]).to.deep.equal([422, '/accepted_ibans/0 not_found'])
      }
    expect(await orderedOf(payable.id)).to.equal(null)
    const accepted = await order({ payables: [payable.id], instructions, accepted_ibans: [OTHER_IBAN] })
    expect(accepted.status, accepted.text).to.equal(201)
  })

  for (const file of ['bank statement', 'notification'])
    it(`knows by a ${file} where a partner was paid last without an order, until that is reversed`, async () => {
      const account = `<RltdPties><CdtrAcct><Id><IBAN>${OTHER_IBAN}</IBAN></Id></CdtrAcct></RltdPties>`
      const debit = (details: string) =>
        bankEntry({ amount: '1.00', direction: 'DBIT', details }).replace(
          '</ValDt>',
          '</ValDt><AcctSvcrRef>BANK-9</AcctSvcrRef>',
        )
      const details = `<TxDtls><Amt Ccy="CHF">1.00</Amt>${account}</TxDtls>`
      await paid(debit(file === 'notification' ? '' : details))
      const before = await owedToHolz(100)
      const [entry] = await list('camt-053/entries')
      const { body } = await settle(before.id, 100, { evidence_sha256: there(entry).canonical_entry_hash })
      const bankAccount = `<Id><IBAN>${DEBTOR}</IBAN></Id><Ccy>CHF</Ccy>`
      if (file === 'notification')
        await notify(customer(), camt054Message({ bankAccount, bankEntries: debit(details) }), { wait: 20 })
      const payable = await owedToHolz(200)
      const refused = await order({ payables: [payable.id] })
      expect(detailsOf(refused.text)).to.deep.equal(['/payables/0 iban_changed'])
      expect(refused.text).to.include(OTHER_IBAN)
      const path = `/v1/supplier-payables/${before.id}/settlements/${body.id}/reverse` as const
      await post(path, { end_customer_id: customer(), reason: 'falsch' }, { wait: 10 })
      expect((await order({ payables: [payable.id] })).status).to.equal(201)
    })

  it('refuses days that are over, accounts of others, unknown and doubled payables, and a customer without a name', async () => {
    const { id } = await owedToHolz(100)
    const refusals = async (more: object) => {
      const { status, text } = await order({ payables: [id], ...more })
      return [status, ...detailsOf(text)]
    }
    expect(await refusals({ execution_date: '2026-03-31', bank_account: OTHER_IBAN })).to.deep.equal([
      422,
      '/execution_date out_of_range',
      '/bank_account unknown_account',
    ])
    expect(await refusals({ bank_account: 'CH4431999123000889012' })).to.deep.equal([422, '/bank_account iban_invalid'])
    expect(await refusals({ payables: [id, id, 'x'] })).to.deep.equal([
      422,
      '/payables/1 duplicate',
      '/payables/2 not_found',
    ])
    expect(await refusals({ select: { currency: 'CHF' } })).to.deep.equal([422, ' exactly_one'])
    await settle(id, 100, { account_code: '1000' })
    expect(await refusals({})).to.deep.equal([409, '/payables/0 nothing_open'])
    const nameless = await newKmuCustomer()
    const mappings = [{ mapping_key: `posting.bank.${DEBTOR}`, account_code: '1020', valid_from: '2020-01-01' }]
    await put('/v1/account-mappings', { end_customer_id: nameless, mappings })
    const { status, text } = await post('/v1/payment-orders', request({ end_customer_id: nameless, payables: [id] }))
    expect([status, ...detailsOf(text)]).to.deep.equal([409, '/end_customer_id debtor_name_missing'])
  })

  it('wants the own name in Latin letters: the bank would get full stops, and ask who pays', async () => {
    const { id } = await owedToHolz(100)
    const named = (name: string) => put(`/v1/end-customers/${customer()}`, { name })
    await named('Дом Ελλάς AG')
    for (const path of ['/v1/payment-orders', '/v1/payment-orders?dry_run=true'] as const) {
      const { status, text } = await post(path, request({ payables: [id] }))
      expect([status, ...detailsOf(text)], path).to.deep.equal([409, '/end_customer_id letters_not_latin'])
      expect(text).to.include('(Д, о, м, Ε, λ, ά, ς)').and.to.include('PUT /v1/end-customers')
    }
    expect(await itemsOf('payment-orders', customer())).to.deep.equal([])
    await named('Dom Hellás AG')
    const { status, body, text } = await order({ payables: [id] })
    expect(status, text).to.equal(201)
    expect((await fileOf(body.id)).text).to.include('<Nm>Dom Hellás AG</Nm>')
  })
})

import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { linesOf, quietly } from '../../../support/books.ts'
import { get, itemsOf, post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { RULES } from '../../bank-rules/rule-requests.ts'
import { booksToOrder } from '../books-to-order.ts'

const today = todayInSwitzerland()
const named = (id: string) => `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls>`
const ofBatch = (id: string) => `<Btch><PmtInfId>${id}</PmtInfId></Btch>`
const debited = (amount: string, details: string) => bankEntry({ amount, direction: 'DBIT', date: today, details })

/** Somebody books the payment of an order by hand, and its debit comes with the bank statement. It is booked once. */
describe('debits of orders that a voucher has booked before, and a rule that proposes every debit', () => {
  const { customer, owedToHolz, order, paid, list, settle, openOf } = booksToOrder()
  let rule: string
  beforeEach(async () => {
    const { body, text } = await post(RULES, {
      end_customer_id: customer(),
      ...{ name: 'Aufwand', mode: 'candidate', state: 'on' },
      conditions: { credit_debit_indicator: 'DBIT', amount_from: chf(1) },
      action: { text: 'Aufwand', lines: [{ account_code: '6500' }] },
    })
    expect(body.id, text).to.be.a('string')
    rule = body.id
  })
  const ordered = async (...payables: { readonly id: string }[]) => {
    const { body, text } = await order({ payables: payables.map(({ id }) => id), execution_date: today })
    expect(body.payments, text).to.have.length(payables.length)
    const idOf = ({ id }: { id: string }) =>
      there(body.payments.find((one) => one.supplier_payable_id === id)).end_to_end_id
    return { ...body, idOf, batch: there(body.batches[0]).payment_information_id }
  }
  /** Line 2 has the money. */
  const bookedByHand = async (payable: { id: string }, amount: number, account = '1020') => {
    const open_item = { supplier_payable_id: payable.id, purpose: 'payment' }
    const lines = [debit('2000', amount, { open_item }), credit(account, amount)]
    const request = voucher(customer(), { payload: { lines }, business_date: today })
    const { body } = await post(VOUCHERS, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return { id: body.id, journal_entry_id: there(body.journal_entry_id?.id) }
  }
  const proposed = async () => {
    await quietly(customer())
    return (await list('settlement-candidates')).map((one) =>
      [one.target_type, one.target_supplier_payable_id ?? '', one.score, ...one.reasons].join(' '),
    )
  }
  const onlyEntry = async () => there((await list('camt-053/entries'))[0])
  const RULE = 'rule  80 direction amount_range'

  it('is proposed as a link to the line of the voucher, and by no rule: 1,000.00 once', async () => {
    const payable = await owedToHolz(100_000)
    const { idOf } = await ordered(payable)
    const { journal_entry_id, id: fact } = await bookedByHand(payable, 100_000)
    await paid(debited('1000.00', named(idOf(payable))))
    expect(await proposed()).to.deep.equal([])
    const entry = await onlyEntry()
    const proposal = { journal_entry_id, line_number: 2, amount: chf(100_000) }
    expect(entry.link_proposals).to.deep.equal([proposal])
    const { body: tried } = await get(
      `${RULES}/${rule}/trial?end_customer_id=${customer()}` as '/v1/bank-rules/:rule_id/trial',
    )
    const [one] = tried.data
    expect([one?.would_book, one?.obstacles.map(({ code, id }) => [code, id])]).to.deep.equal([
      false,
      [
        ['line_to_link', journal_entry_id],
        ['equal_line', journal_entry_id],
      ],
    ])
    const again = { lines: [debit('6500', 100_000), credit('1020', 100_000)], bank_entries: [{ entry_id: entry.id }] }
    const second = await post(VOUCHERS, voucher(customer(), { payload: again, business_date: today }), { wait: 10 })
    expect(second.body.warnings?.map(({ code, message }) => [code, message.includes(fact)])).to.deep.equal([
      ['bank_entry_booked_by_evidence', true],
    ])
    const reversal = `/v1/source-facts/${second.body.id}/reverse` as '/v1/source-facts/{source_fact_id}/reverse'
    await post(reversal, { end_customer_id: customer(), reason: 'doppelt' }, { wait: 10 })
    const { status, text } = await post(`/v1/camt-053/entries/${entry.id}/links`, {
      end_customer_id: customer(),
      ...proposal,
    })
    expect(status, text).to.equal(201)
    const { booking_state, link_proposals } = await onlyEntry()
    expect([booking_state, link_proposals]).to.deep.equal(['booked', []])
    const lines = (await Promise.all((await list('journal-entries')).map(({ id }) => linesOf(id)))).flat()
    const atBank = lines.filter(([account]) => account === '1020')
    expect(atBank).to.have.deep.members([
      ['1020', 0, 100_000],
      ['1020', 0, 100_000],
      ['1020', 100_000, 0],
    ])
  })

  it('is proposed as a link also where the voucher comes later, and for no other payable of that amount', async () => {
    const [payable, other] = [await owedToHolz(100_000), await owedToHolz(100_000)]
    const { idOf } = await ordered(payable)
    const details = `<TxDtls><Refs><EndToEndId>${idOf(payable)}</EndToEndId></Refs><RltdPties><Cdtr><Pty><Nm>Schreinerei Holz GmbH</Nm></Pty></Cdtr></RltdPties></TxDtls>`
    await paid(debited('1000.00', details))
    expect(await proposed()).to.deep.equal([`supplier_payable ${payable.id} 100 end_to_end_id`])
    const { journal_entry_id } = await bookedByHand(payable, 100_000)
    expect(await proposed()).to.deep.equal([])
    expect((await onlyEntry()).link_proposals.map((one) => one.journal_entry_id)).to.deep.equal([journal_entry_id])
    expect(await openOf('supplier-payables', other.id)).to.equal(100_000)
  })

  it('of a batch, of which a voucher has booked one payment: 1,000.00 to link, and 500.00 to settle', async () => {
    const [wood, metal] = [await owedToHolz(100_000), await owedToHolz(50_000)]
    const { batch } = await ordered(wood, metal)
    const { journal_entry_id } = await bookedByHand(wood, 100_000)
    await paid(debited('1500.00', ofBatch(batch)))
    expect(await proposed()).to.deep.equal([`supplier_payable ${metal.id} 100 payment_information_id`])
    expect((await onlyEntry()).link_proposals).to.deep.equal([
      { journal_entry_id, line_number: 2, amount: chf(100_000) },
    ])
  })

  it('is no link to what a part of the payable was paid by before, while the ordered part is open: 600.00 of 1,000.00', async () => {
    const payable = await owedToHolz(100_000)
    await bookedByHand(payable, 40_000)
    const { idOf } = await ordered(payable)
    await paid(debited('600.00', named(idOf(payable))))
    expect(await proposed()).to.include(`supplier_payable ${payable.id} 100 end_to_end_id`)
    expect((await onlyEntry()).link_proposals).to.deep.equal([])
  })

  it('is told to be of a paid payment where cash has paid the payable, and where another debit has', async () => {
    const [cash, twice] = [await owedToHolz(10_000), await owedToHolz(20_000)]
    const { idOf, batch } = await ordered(cash, twice)
    await bookedByHand(cash, 10_000, '1000')
    await paid(debited('100.00', named(idOf(cash))))
    expect(await proposed()).to.deep.equal([`${RULE} paid_payment`])
    await paid(debited('200.00', named(idOf(twice))))
    const evidence = (await list('camt-053/entries')).find(({ amount }) => amount.amount_minor === 20_000)
    const evidence_sha256 = there(evidence).canonical_entry_hash
    const { status, text } = await settle(twice.id, 20_000, { evidence_sha256, settlement_date: today })
    expect(status, text).to.equal(201)
    await paid(
      debited('200.00', ofBatch(batch) + named(idOf(twice))).replace(
        '</Ntry>',
        '<AddtlNtryInf>Zahlung</AddtlNtryInf></Ntry>',
      ),
    )
    expect(await proposed()).to.deep.equal([`${RULE} paid_payment`, `${RULE} paid_payment`])
    expect(await itemsOf('camt-053/entries', customer(), '&booking_state=unbooked')).to.have.length(2)
  })

  it('of a payment that two debits name, the second before the first is settled: proposed for both, then paid already', async () => {
    const payable = await owedToHolz(10_000)
    const { idOf } = await ordered(payable)
    const details = named(idOf(payable))
    await paid(debited('100.00', details), debited('100.00', `${details}${ofBatch('HAUSBANK-2')}`))
    const offered = `supplier_payable ${payable.id} 100 end_to_end_id`
    expect(await proposed()).to.deep.equal([offered, offered])
    const evidence_sha256 = (await onlyEntry()).canonical_entry_hash
    expect((await settle(payable.id, 10_000, { evidence_sha256, settlement_date: today })).status).to.equal(201)
    expect(await proposed()).to.deep.equal([`${RULE} paid_payment`])
  })
})

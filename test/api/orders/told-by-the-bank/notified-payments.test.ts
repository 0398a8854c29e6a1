import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry, camt054Message } from '../../../camt053/messages.ts'
import { quietly } from '../../../support/books.ts'
import { notify, post } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, DEBTOR, detailsOf } from '../books-to-order.ts'

const today = todayInSwitzerland()
const bankAccount = `<Id><IBAN>${DEBTOR}</IBAN></Id>`
type Told = { readonly ids: readonly string[]; readonly status?: string; readonly reversal?: string }

/** A notification comes before the bank statement; a booked one is the word of the bank that the money has gone. */
describe('payments of orders that a notification names, and no bank statement yet', () => {
  const { customer, owedToHolz, order, request, withdraw, paid, list, settle } = booksToOrder()
  const booked = ({ ids, status, reversal }: Told, direction = 'DBIT') => {
    const details = ids.map(
      (id) =>
        `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="CHF">100.00</Amt><CdtDbtInd>${direction}</CdtDbtInd></TxDtls>`,
    )
    const more = { ...(status && { status: `<Sts><Cd>${status}</Cd></Sts>` }), ...(reversal && { reversal }) }
    return bankEntry({
      ...{ amount: `${ids.length}00.00`, direction, date: today, details: details.join('') },
      ...more,
    }).replace('</ValDt>', '</ValDt><AcctSvcrRef>BANK-9</AcctSvcrRef>')
  }
  const notified = async (told: Told, direction = 'DBIT') => {
    const message = camt054Message({ bankAccount, bankEntries: booked(told, direction) })
    expect((await notify(customer(), message, { wait: 10 })).body.state).to.equal('imported')
    await quietly(customer())
  }
  /** A payable whose payment was withdrawn, so that nothing but the bank stands against another order. */
  const withdrawn = async () => {
    const payable = await owedToHolz(10_000)
    const { body, text } = await order({ payables: [payable.id], execution_date: today })
    expect(body.payments, text).to.have.length(1)
    await withdraw(body.id)
    return { payable, id: there(body.payments[0]).end_to_end_id }
  }
  const refused = async (payable: { id: string }) => {
    const { status, text } = await order({ payables: [payable.id] })
    return { said: [status, ...detailsOf(text)], text }
  }

  it('are ordered no second time: 100.00, until its debit is booked for something of that payable', async () => {
    const { payable, id } = await withdrawn()
    await notified({ ids: [id] })
    const { said, text } = await refused(payable)
    expect(said).to.deep.equal([409, '/payables/0 already_debited'])
    expect(text).to.include('camt.054')
    const tried = await post('/v1/payment-orders?dry_run=true', request({ payables: [payable.id] }), {
      idempotencyKey: null,
    })
    const { payments } = tried.body as unknown as { payments: { defects: { code: string }[] }[] }
    expect(payments.map(({ defects }) => defects.map(({ code }) => code))).to.deep.equal([['already_debited']])
    const selected = await order({ select: { currency: 'CHF' } })
    expect([selected.status, ...detailsOf(selected.text)]).to.deep.equal([409, '/select already_debited'])
    await paid(booked({ ids: [id] }))
    expect((await refused(payable)).said).to.deep.equal([409, '/payables/0 already_debited'])
    const evidence_sha256 = there((await list('camt-053/entries'))[0]).canonical_entry_hash
    expect((await settle(payable.id, 10_000, { evidence_sha256, settlement_date: today })).status).to.equal(201)
    expect((await refused(payable)).said).to.deep.equal([409, '/payables/0 nothing_open'])
  })

  it('one of a batch that names two, and not a third one', async () => {
    const [a, b, c] = [await withdrawn(), await withdrawn(), await withdrawn()]
    await notified({ ids: [a.id, b.id.toLowerCase()] })
    for (const { payable } of [a, b])
      expect((await refused(payable)).said).to.deep.equal([409, '/payables/0 already_debited'])
    expect((await order({ payables: [c.payable.id] })).status).to.equal(201)
  })

  it('are ordered again where the bank tells the payment for information, takes it back, or tells a credit', async () => {
    for (const [told, direction] of [
      [{ status: 'INFO' }, 'DBIT'],
      [{ reversal: 'true' }, 'DBIT'],
      [{}, 'CRDT'],
    ] as const) {
      const { payable, id } = await withdrawn()
      await notified({ ids: [id], ...told }, direction)
      const { status, text } = await order({ payables: [payable.id] })
      expect(status, text).to.equal(201)
    }
  })
})

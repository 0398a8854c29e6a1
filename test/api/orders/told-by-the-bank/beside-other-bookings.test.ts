import { expect } from 'chai'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { camt053Message } from '../../../camt053/messages.ts'
import { upload } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { DEBTOR } from '../books-to-order.ts'
import { booksWithPending, date, debit, HELD, told } from './books-with-pending.ts'

/** Which booking is the announced one, and which only looks like it. */
describe('payables that a pending debit pays, beside other bookings', () => {
  const { customer, owed, order, ordered, withdraw, paid, entryId } = booksWithPending()

  it('are held back by it beside a booking of its amount that goes to another name', async () => {
    const payable = await owed()
    await paid(debit())
    const shop = '<TxDtls><Refs/><RltdPties><Cdtr><Pty><Nm>Migros Bern</Nm></Pty></Cdtr></RltdPties></TxDtls>'
    await paid(debit({ status: 'BOOK', details: shop }))
    expect(await ordered(payable)).to.deep.equal(HELD)
  })

  it('are held back by it where a debit of its name was booked before it was announced', async () => {
    const payable = await owed()
    await paid(debit({ status: 'BOOK', on: addDays(date, -7), details: told({ id: 'DAUERAUFTRAG-1' }) }))
    const accepted_debits = [await entryId(true)]
    await paid(debit({ details: told({ id: 'DAUERAUFTRAG-1' }) }))
    expect(await ordered(payable, { accepted_debits })).to.deep.equal(HELD)
  })

  it('count the booked debit in its place where a later bank statement of the same file has it', async () => {
    const payable = await owed()
    const file = camt053Message({
      bankAccount: `<Id><IBAN>${DEBTOR}</IBAN></Id><Ccy>CHF</Ccy>`,
      bankEntries: debit({ on: addDays(date, -1) }),
    })
    const [, statement] = /(<Stmt>[\s\S]*<\/Stmt>)/.exec(file) as unknown as [string, string]
    const next = statement
      .replace('<Id>S-1</Id>', '<Id>S-2</Id>')
      .replace(debit({ on: addDays(date, -1) }), debit({ status: 'BOOK' }))
    const { body } = await upload(customer(), file.replace(statement, `${statement}${next}`), { wait: 10 })
    expect(body.state).to.equal('imported')
    expect(await ordered(payable, { accepted_debits: [await entryId(true)] })).to.deep.equal([201])
  })

  it('are debited by their withdrawn payment once, however many bank statements announce it', async () => {
    const payable = await owed()
    const { body } = await order({ payables: [payable.id] })
    await withdraw(body.id)
    const id = there(body.payments[0]).end_to_end_id
    await paid(debit({ on: addDays(date, -1), details: told({ id }) }))
    await paid(debit({ details: told({ id }) }))
    expect(await ordered(payable, { accepted_debits: [await entryId()] })).to.deep.equal([201])
  })
})

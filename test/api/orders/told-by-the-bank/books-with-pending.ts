import { expect } from 'chai'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry, camt054Message } from '../../../camt053/messages.ts'
import { notify } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, DEBTOR, detailsOf, HOLZ_IBAN } from '../books-to-order.ts'

export const date = todayInSwitzerland()
export const HELD = [422, '/payables/0 debit_not_booked']
export const DEBITED = [409, '/payables/0 already_debited']

const referenceIs = (reference: string) =>
  `<RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf>`

type Told = { id?: string; reference?: string; amount?: string }
export const told = ({ id = 'NOTPROVIDED', reference, amount }: Told = {}) => `<TxDtls>
  <Refs><EndToEndId>${id}</EndToEndId></Refs>
  ${amount === undefined ? '' : `<Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>`}
  <RltdPties><Cdtr><Pty><Nm>Schreinerei Holz GmbH</Nm></Pty></Cdtr>
  <CdtrAcct><Id><IBAN>${HOLZ_IBAN}</IBAN></Id></CdtrAcct></RltdPties>
  ${reference === undefined ? '' : referenceIs(reference)}</TxDtls>`

type Entry = { amount?: string; status?: string; on?: string; details?: string }
export const debit = ({ amount = '100.00', status = 'PDNG', on = date, details = told() }: Entry = {}) =>
  bankEntry({ amount, direction: 'DBIT', date: on, details, status: `<Sts><Cd>${status}</Cd></Sts>` })

/** Payables to Holz, and debits that the bank announces and books. */
export function booksWithPending() {
  const books = booksToOrder()
  const { customer, owedToHolz, order, list } = books
  const owed = (amount = 10_000, more: object = {}) =>
    owedToHolz(amount, { document_date: addDays(date, -20), due_date: date, ...more })
  const notified = async (...entries: Entry[]) => {
    const bankAccount = `<Id><IBAN>${DEBTOR}</IBAN></Id>`
    const message = camt054Message({ bankAccount, bankEntries: entries.map(debit).join('') })
    expect((await notify(customer(), message, { wait: 10 })).body.state).to.equal('imported')
  }
  const entryId = async (isBooked = false) =>
    there((await list('camt-053/entries')).findLast((entry) => entry.is_booked === isBooked)).id
  const ordered = async (payable: { id: string }, more: object = {}) => {
    const { status, text, body } = await order({ payables: [payable.id], ...more })
    return status === 201 ? [201, ...body.warnings.map(({ code }) => code)] : [status, ...detailsOf(text)]
  }
  return { ...books, owed, notified, entryId, ordered }
}

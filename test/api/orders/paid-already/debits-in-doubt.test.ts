import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, HOLZ_IBAN } from '../books-to-order.ts'

const date = todayInSwitzerland()
const details = `<TxDtls><RltdPties><CdtrAcct><Id><IBAN>${HOLZ_IBAN}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`

describe('orders beside a debit that may repeat another one', () => {
  const { owedToHolz, order, paid, list, settle } = booksToOrder()
  const owed = (document_number: string) => owedToHolz(10_000, { document_number, document_date: date, due_date: date })
  const warned = async (payable: { id: string }, more: object = {}) => {
    const { status, body, text } = await order({ payables: [payable.id], ...more })
    expect(status, text).to.equal(201)
    return body.warnings.map(({ code, entry_id }) => `${code} ${entry_id}`)
  }

  it('are warned of it until somebody decides, as it may be a second payment: or until its id is sent', async () => {
    const toHolz = bankEntry({ amount: '100.00', direction: 'DBIT', date, details })
    await paid(toHolz)
    const { canonical_entry_hash: evidence_sha256 } = there((await list('camt-053/entries'))[0])
    expect(
      (await settle((await owed('H-101')).id, 10_000, { evidence_sha256, settlement_date: date })).status,
    ).to.equal(201)
    await paid(toHolz)
    const { id } = there((await list('camt-053/entries')).find(({ possible_repeat }) => possible_repeat))
    expect(await warned(await owed('H-102'), { accepted_debits: [id] })).to.deep.equal([])
    expect(await warned(await owed('H-103'))).to.deep.equal([`debit_may_fit ${id}`])
  })
})

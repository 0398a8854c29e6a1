import { expect } from 'chai'
import { itemsOf, post } from '../../../../support/client.ts'
import { chf } from '../../../../support/requests/examples.ts'
import { there } from '../../../../support/there.ts'
import { booksOfChange } from '../../../vat/consideration/books-of-change.ts'
import { EFFECTIVE } from '../../../vat/register.ts'
import { linksOf, newPass, openPage } from '../browser.ts'
import { clicksToEvidence, MOST_CLICKS } from '../clicks-to-evidence.ts'

/** The first click from a figure opens a ledger, the second one an entry. */
const MOST_FROM_ENTRY = MOST_CLICKS - 1
/** More than the cell of a table shows. */
const SALES = 22

describe('entries that the service makes itself', function () {
  this.timeout(60_000)
  const books = booksOfChange(EFFECTIVE, { ...EFFECTIVE, consideration: 'received' })
  let pass: string

  const entryOf = async (source_type: string) => {
    const entries = await itemsOf('journal-entries', books.customer(), '&limit=500')
    return `/v1/journal-entries/${there(entries.find(({ source }) => source.type === source_type)).id}`
  }
  const expectEvidence = async (source_type: string) => {
    const clicks = await clicksToEvidence(await entryOf(source_type), pass)
    expect(clicks, source_type).to.be.at.most(MOST_FROM_ENTRY)
  }

  beforeEach(async () => {
    pass = await newPass([books.customer()])
  })

  it('lead to the evidence of the documents whose tax they transfer, to each of them', async () => {
    for (let n = 0; n < SALES; n += 1) await books.sold()
    await books.change()
    await expectEvidence('vat_transfer')
    const links = linksOf(await openPage(await entryOf('vat_transfer'), pass)).map((link) => new URL(link).pathname)
    const booked = await itemsOf('journal-entries', books.customer(), '&limit=500')
    const ids = booked.filter(({ source }) => source.type === 'customer_invoice').map(({ id }) => id)
    expect(ids).to.have.length(SALES)
    expect(ids.filter((id) => !links.includes(`/v1/journal-entries/${id}`))).to.deep.equal([])
  })

  it('lead to the evidence of the document that they allocate a payment to, and of the payable that they settle', async () => {
    const { id } = await books.sold()
    await books.pay(id, 54_050, { posting_date: '2025-12-20' })
    await expectEvidence('payment_allocation')
    const payable = await books.bought()
    const settlement = { settlement_date: '2025-12-20', amount: chf(100), reviewer_justification: 'x' }
    const request = { end_customer_id: books.customer(), ...settlement }
    await post(`/v1/supplier-payables/${payable.id}/settlements`, request, { wait: 10 })
    await expectEvidence('supplier_payable_settlement')
  })
})

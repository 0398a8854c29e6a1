import { expect } from 'chai'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { findings } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../../settlement/books-to-settle.ts'

const CHECK = 'what a voucher with the evidence of a bank entry books, nothing else has booked'
const WAY_OUT = 'reverse the voucher or the other booking, or link the line to the bank entry that it is of'

describe('vouchers of the first build with the evidence of a bank entry', () => {
  const { customer, list, owed, invoiced, paid, received, settle, allocate } = booksToSettle()

  const entryAt = async (entry_id: string) => (await get(`/v1/camt-053/entries/${entry_id}`)).body
  const reverse = async (path: string) => {
    const request = { end_customer_id: customer(), reason: 'doppelt' }
    const { status } = await post(`/v1/${path}/reverse` as '/v1/source-facts/:id/reverse', request, { wait: 10 })
    expect(status).to.be.oneOf([201, 202])
  }
  /** A voucher with this amount on the account at the bank, debits positive, and what the upgrade from the first build has made of it. */
  async function vouched(entry_id: string, amount: number) {
    const { canonical_entry_hash } = await entryAt(entry_id)
    const lines = [
      { account_code: '1020', [amount > 0 ? 'debit' : 'credit']: chf(Math.abs(amount)) },
      { account_code: '1099', [amount > 0 ? 'credit' : 'debit']: chf(Math.abs(amount)) },
    ]
    const evidence_links = [{ sha256: canonical_entry_hash, type: 'source_export' }]
    const request = voucher(customer(), { payload: { lines, bank_entries: [] }, evidence_links })
    const { body } = await post(VOUCHERS, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    await service().owner.query(sql.type(row())`
      insert into bank_entry_link_proposals (end_customer_id, entry_id, journal_entry_id, line_number, amount_minor)
      select end_customer_id, entry_id, journal_entry_id, 1, ${Math.abs(amount)}
      from camt053_entries join journal_entries using (end_customer_id)
      where end_customer_id = ${customer()} and canonical_entry_hash = ${canonical_entry_hash}
      order by entry_number desc limit 1
    `)
    return body
  }

  it('an allocation beside it is named until one of the two is reversed', async () => {
    const { id: payment, entry_id } = await received(bankEntry({ amount: '540.50' }))
    const advance = await vouched(entry_id, 54_050)
    const proposed = there((await entryAt(entry_id)).link_proposals[0])
    expect([proposed.amount.amount_minor, await findings(customer())]).to.deep.equal([54_050, []])
    const { id: document } = await invoiced(54_050)
    const { body: first } = await allocate(payment, [[document, 54_050]])
    const { booking_state, booked_amount, link_proposals } = await entryAt(entry_id)
    expect([booking_state, booked_amount.amount_minor, link_proposals]).to.deep.equal(['booked', 54_050, []])
    expect(await findings(customer())).to.deep.equal([
      {
        end_customer_id: customer(),
        check: CHECK,
        subject: `bank entry ${entry_id}, voucher ${advance.id}`,
        expected: `at most 54050 in all: ${WAY_OUT}`,
        found: `54050 by line 1 of ${proposed.journal_entry_id}, and 54050 by ${first.id}`,
      },
    ])
    await reverse(`allocations/${first.id}`)
    expect([await findings(customer()), (await entryAt(entry_id)).link_proposals]).to.deep.equal([[], [proposed]])
    const { body: second } = await allocate(payment, [[document, 54_050]])
    expect((await findings(customer())).map(({ found }) => found)).to.deep.equal([
      `54050 by line 1 of ${proposed.journal_entry_id}, and 54050 by ${second.id}`,
    ])
    await reverse(`source-facts/${advance.id}`)
    expect([await findings(customer()), (await entryAt(entry_id)).link_proposals]).to.deep.equal([[], []])
  })

  it('settlements beside it are named from the Rappen that does not fit, until one is reversed or the line is linked', async () => {
    const payable = await owed(5_001)
    await paid(bankEntry({ amount: '108.10', direction: 'DBIT' }), bankEntry({ amount: '58.10', direction: 'DBIT' }))
    const entries = await list('camt-053/entries')
    const entryOf = (minor: number) => there(entries.find(({ amount }) => amount.amount_minor === minor))
    const [entry, own] = [entryOf(10_810), entryOf(5_810)]
    const evidence_sha256 = entry.canonical_entry_hash
    await vouched(entry.id, -5_810)
    await settle(payable.id, 5_000, { evidence_sha256 })
    const { link_proposals, unbooked_amount } = await entryAt(entry.id)
    expect([unbooked_amount.amount_minor, link_proposals.length]).to.deep.equal([5_810, 1])
    expect(await findings(customer())).to.deep.equal([])
    const { body: last } = await settle(payable.id, 1, { evidence_sha256 })
    expect((await findings(customer())).map(({ check }) => check)).to.deep.equal([CHECK])
    expect((await entryAt(entry.id)).link_proposals).to.deep.equal([])
    const { journal_entry_id, line_number } = there(link_proposals[0])
    const link = { end_customer_id: customer(), journal_entry_id, line_number, amount: chf(5_810) }
    const path = (entry_id: string) => `/v1/camt-053/entries/${entry_id}/links` as '/v1/camt-053/entries/:id/links'
    expect((await post(path(entry.id), link)).status).to.equal(422)
    // The line is the debit of 58.10, so nothing is booked twice.
    const { body: linked } = await post(path(own.id), link)
    expect(await findings(customer())).to.deep.equal([])
    await reverse(`camt-053/entries/${own.id}/links/${there(linked.uses[0]).id}`)
    expect((await findings(customer())).map(({ check }) => check)).to.deep.equal([CHECK])
    await reverse(`supplier-payables/${payable.id}/settlements/${last.id}`)
    expect(await findings(customer())).to.deep.equal([])
  })

  it('a voucher that books it once more is told of them', async () => {
    const { entry_id } = await received(bankEntry({ amount: '50.00' }))
    const older = await vouched(entry_id, 3_000)
    const { canonical_entry_hash } = await entryAt(entry_id)
    const evidence_links = [{ sha256: canonical_entry_hash, type: 'source_export' }]
    const booked = async (amount: number, isByEvidence = false) => {
      const lines = [debit('1020', amount), credit('6950', amount)]
      const bank_entries = [{ entry_id, amount: chf(amount) }]
      const naming = isByEvidence ? { payload: { lines }, evidence_links } : { payload: { lines, bank_entries } }
      const { body } = await post(VOUCHERS, voucher(customer(), naming), { wait: 10 })
      expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
      return body
    }
    expect((await booked(2_000)).warnings).to.deep.equal([])
    const { id, warnings } = await booked(1)
    expect(warnings?.map(({ code, message, pointer }) => [code, message, pointer])).to.deep.equal([
      [
        'bank_entry_booked_by_evidence',
        `Bank entry ${entry_id} may be booked already: the older voucher ${older.id} of CHF 30.00 names it as evidence.`,
        '/payload/bank_entries',
      ],
    ])
    expect((await findings(customer())).map(({ check }) => check)).to.deep.equal([CHECK])
    const byEvidence = await booked(1, true)
    expect(byEvidence.warnings?.map(({ pointer }) => pointer)).to.deep.equal(['/evidence_links'])
    for (const one of [byEvidence.id, id]) await reverse(`source-facts/${one}`)
    expect((await entryAt(entry_id)).link_proposals.length).to.equal(1)
  })
})

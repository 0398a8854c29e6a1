import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { itemsOf, post } from '../../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { importedBy } from '../../bank/imports-of.ts'
import { datedIn, fileOf, reconciled } from '../../bank/reconciliation/dated-statements.ts'
import { fetchAs } from '../books-to-show.ts'
import { book, changeYear, expectClosed, mapTo, renameAccounts, twoYears } from './closed-books.ts'

const december = datedIn('2025-12')
const LAST = '2025-12-31'

/** The ledger has 69'300.00 at the end of 2025, and 70'000.00 less 700.00 before December. */
describe('bank reconciliations of closed years', () => {
  let customer: string
  let entries: { id: string }[]
  let booked: { id: string }
  beforeEach(async () => {
    customer = await twoYears()
    // 60 booked, 25 that is not, 15 that is dismissed.
    await importedBy(customer, fileOf(december('D', [1, 31], [69_300, 69_400], [10, 60], [12, 25], [14, 15])))
    entries = await itemsOf('camt-053/entries', customer)
    const of = (minor: number) =>
      there(entries.find((one) => 'amount' in one && (one.amount as { amount_minor: number }).amount_minor === minor))
    entries = [of(6_000), of(2_500), of(1_500)]
    const payload = {
      lines: [debit('1020', 6_000), credit('6950', 6_000)],
      bank_entries: [{ entry_id: there(entries[0]).id, amount: chf(6_000) }],
    }
    booked = (await post(VOUCHERS, voucher(customer, { business_date: '2025-12-10', payload }), { wait: 10 })).body
    await dismiss(2)
  })

  const dismiss = (which: number, verb = 'dismiss') =>
    post(`/v1/camt-053/entries/${there(entries[which]).id}/${verb}` as '/v1/camt-053/entries/:entry_id/dismiss', {
      end_customer_id: customer,
      reason: 'Irrtum der Bank',
    })
  const reverse = async () => {
    const path = `/v1/source-facts/${booked.id}/reverse` as '/v1/source-facts/:source_fact_id/reverse'
    const { body } = await post(path, { end_customer_id: customer, reason: 'x' }, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('reversed')
  }
  const pathOf = (date: string) =>
    `/v1/statements/bank-reconciliation?end_customer_id=${customer}&bank_account=1020&date=${date}`
  const textsOf = async (...days: string[]) => {
    const texts: string[] = []
    for (const day of days)
      for (const accept of ['application/json', 'text/csv', 'text/html'])
        texts.push(await (await fetchAs(pathOf(day), accept)).text())
    return texts
  }

  it('answer the same bytes for every day when a booking is reversed in the next year', async () => {
    await expectClosed(customer, 'FY2024', 'FY2025')
    const before = await textsOf('2025-12-09', '2025-12-10', '2025-12-20', LAST)
    await reverse()
    expect(await textsOf('2025-12-09', '2025-12-10', '2025-12-20', LAST)).to.deep.equal(before)
    expect((await reconciled(customer, '2026-01-31')).differences).to.deep.equal([
      'entry_unbooked 60',
      'entry_unbooked 25',
      'entry_dismissed 15',
      'line_without_entry -5000',
    ])
  })

  it('answer the same bytes for the last day whatever is told later', async () => {
    await expectClosed(customer, 'FY2024', 'FY2025')
    const { differences, bank, ledger, body } = await reconciled(customer, LAST)
    expect([bank, ledger, ...differences]).to.deep.equal([69_400, 69_360, 'entry_unbooked 25', 'entry_dismissed 15'])
    const before = await textsOf(LAST)
    await reverse()
    await dismiss(2, 'undismiss')
    await dismiss(1)
    await importedBy(customer, fileOf(december('E', [1, 31], [69_300, 69_407], [10, 60], [12, 25], [14, 15], [16, 7])))
    await mapTo(customer, 'posting.bank', '1021', '2025-12-31')
    await renameAccounts(customer, '2025-06-01', (name) => `${name} neu`)
    await book(customer, '2026-02-01', [debit('1020', 100), credit('3400', 100)])
    expect(await textsOf(LAST)).to.deep.equal(before)
    expect((await reconciled(customer, LAST, there(body.bank_accounts[0]))).body).to.deep.equal(body)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('are made anew once the year is opened again, and kept anew when it is closed', async () => {
    await expectClosed(customer, 'FY2024', 'FY2025')
    const first = await textsOf(LAST)
    await changeYear(customer, 'FY2025', 'reopen')
    await dismiss(1)
    const opened = (await reconciled(customer, LAST)).differences
    expect(opened).to.deep.equal(['entry_dismissed 25', 'entry_dismissed 15'])
    await expectClosed(customer, 'FY2025')
    await dismiss(1, 'undismiss')
    expect((await reconciled(customer, LAST)).differences).to.deep.equal(opened)
    expect(await textsOf(LAST)).to.not.deep.equal(first)
  })
})

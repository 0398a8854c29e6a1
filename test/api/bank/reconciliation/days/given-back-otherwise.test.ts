import { expect } from 'chai'
import { IBAN } from '../../../../camt053/messages.ts'
import { itemsOf, post, put } from '../../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../../../support/requests/kmu-chart.ts'
import { there } from '../../../../support/there.ts'
import { booksToSettle } from '../../../settlement/books-to-settle.ts'
import { importedBy } from '../../imports-of.ts'
import { fileOf, reconciled } from '../dated-statements.ts'

const INTO_EUR = 'CH4431999123000889012'

describe('the bank reconciliation of a day before a reversal', () => {
  const { customer, invoiced, owed, allocate, settle } = booksToSettle()
  const statement = (bookings: { day: string; francs: number }[], currency = 'CHF', iban = IBAN) => {
    const closing = bookings.reduce((sum, { francs }) => sum + francs, 0)
    const period = ['2026-04-01', '2026-04-30'] as const
    return importedBy(
      customer(),
      fileOf({ id: `S ${currency}`, period, balances: [0, closing], bookings, currency, iban }),
    )
  }
  const standOf = async (date: string, account = '1020') => {
    const { bank, ledger, differences, unexplained } = await reconciled(customer(), date, account)
    expect(unexplained).to.equal(0)
    return [bank, ledger, ...differences]
  }
  const reverse = async (what: string, posting_date: string) => {
    const request = { end_customer_id: customer(), reason: 'Irrtum', posting_date }
    const path = `/v1/${what}/reverse` as '/v1/allocations/:allocation_id/reverse'
    const { body } = await post(path, request, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('reversed')
  }

  it('has what an allocation and a settlement had booked', async () => {
    await statement([
      { day: '2026-04-14', francs: 100 },
      { day: '2026-04-15', francs: -40 },
    ])
    const payment = there((await itemsOf('payments', customer())).find(({ amount }) => amount.amount_minor === 10_000))
    const [document, payable] = [await invoiced(10_000), await owed(4_000)]
    const allocation = (await allocate(payment.id, [[document.id, 10_000]])).body
    const paid = there(
      (await itemsOf('camt-053/entries', customer())).find(({ amount }) => amount.amount_minor === 4_000),
    )
    const settlement = (await settle(payable.id, 4_000, { evidence_sha256: paid.canonical_entry_hash })).body
    expect([allocation.state, settlement.state]).to.deep.equal(['posted', 'posted'])
    expect(await standOf('2026-04-15')).to.deep.equal([60, 60])
    await reverse(`allocations/${allocation.id}`, '2026-04-20')
    await reverse(`supplier-payables/${payable.id}/settlements/${settlement.id}`, '2026-04-22')
    expect(await standOf('2026-04-19')).to.deep.equal([60, 60])
    expect(await standOf('2026-04-21')).to.deep.equal([60, -40, 'entry_unbooked 100'])
    expect(await standOf('2026-04-22')).to.deep.equal([60, 0, 'entry_unbooked 100', 'entry_unbooked -40'])
    const tooEarly = (await allocate(payment.id, [[document.id, 10_000]])).body
    expect(tooEarly.error.details[0]).to.include({ pointer: '/posting_date', code: 'posting_date_too_early' })
    const again = await allocate(payment.id, [[document.id, 10_000]], { posting_date: '2026-04-20' })
    expect(again.body.state).to.equal('posted')
    expect(await standOf('2026-04-19')).to.deep.equal([60, 60])
    expect(await standOf('2026-04-22')).to.deep.equal([60, 100, 'entry_unbooked -40'])
  })

  it('is right in the currency of the account', async () => {
    await put('/v1/exchange-rates', {
      end_customer_id: customer(),
      rates: [{ currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' }],
    } as never)
    const account = { account_code: '1022', account_name: 'Bank EUR', account_type: 'asset', currency: 'EUR' }
    const accounts = KMU_ACCOUNTS.map(({ or_row, ...one }) => one)
    await put('/v1/accounts', {
      end_customer_id: customer(),
      valid_from: '2026-01-01',
      accounts: [...accounts, account],
    } as never)
    const mappings = [{ mapping_key: `posting.bank.${INTO_EUR}`, account_code: '1022', valid_from: '2026-01-01' }]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 10 })
    await statement([{ day: '2026-04-14', francs: 100 }], 'EUR', INTO_EUR)
    const [entry] = await itemsOf('camt-053/entries', customer())
    const inEur = (line: object, side: string) => ({ ...line, [side]: { amount_minor: 10_000, currency: 'EUR' } })
    const lines = [inEur(debit('1022', 0), 'debit'), inEur(credit('6950', 0), 'credit')]
    const payload = { lines, bank_entries: [{ entry_id: there(entry).id }] }
    const { body } = await post(VOUCHERS, voucher(customer(), { business_date: '2026-04-14', payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    await reverse(`source-facts/${body.id}`, '2026-04-20')
    expect(await standOf('2026-04-19', '1022')).to.deep.equal([100, 100])
    expect(await standOf('2026-04-20', '1022')).to.deep.equal([100, 0, 'entry_unbooked 100'])
  })
})

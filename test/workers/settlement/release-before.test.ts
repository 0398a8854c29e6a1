import { expect } from 'chai'
import { moneyEntryOfSettlement } from '../../../shared/accounting/settlement/money-entry.ts'
import { postSettlement } from '../../../shared/accounting/settlement/settlement-posting.ts'
import { uuidOf } from '../../../shared/process/ids.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { markSettlementPosted } from '../../../shared/store/settlement/change-settlements.ts'
import { findSettlement } from '../../../shared/store/settlement/settlements.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import { appendEntries } from '../../../workers/journal/append-entries.ts'
import { postLegs } from '../../../workers/settlement/post-legs.ts'
import { firstOf, post, put } from '../../support/client.ts'
import { chf, EXPENSES, expense } from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS, newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'

describe('a process of the release before', () => {
  it('cannot book a settlement without the terms that it does not know', async () => {
    const customer = await newKmuCustomer()
    await post(EXPENSES, expense(customer), { wait: 10 })
    const { id } = await firstOf('supplier-payables', customer)
    // Without the till in the chart the settlement waits.
    const accounts = KMU_ACCOUNTS.filter(({ account_code }) => account_code !== '1000').map(
      ({ or_row, ...account }) => account,
    )
    await put('/v1/accounts', { end_customer_id: customer, valid_from: '2026-04-01', accounts }, { wait: 10 })
    const settlement_of = { settlement_date: '2026-04-15', amount: chf(10_810), reviewer_justification: 'x' }
    const request = { end_customer_id: customer, account_code: '1000', ...settlement_of }
    const { body } = await post(`/v1/supplier-payables/${id}/settlements`, request, { wait: 10 })
    expect(body.state).to.equal('draft')
    const booked = service().worker.pool.transaction(async (tx) => {
      const heads = await lockLedgers(tx, [customer])
      const found = there(await findSettlement(tx, there(uuidOf('supplier_payable_settlement', body.id)), [customer]))
      const settings = there((await readPostingSettings(tx, [customer])).get(customer))
      const context = { tx, settings, today: '2026-11-24', turnover_minor: 0n }
      const money = moneyEntryOfSettlement({ ...found, settled_minor: found.amount_minor, terms: null })
      const none = { amount_minor: 0n, base_minor: 0n }
      const whole = { account: { role: 'bank' }, amount_minor: 10_810n, base_minor: 10_810n } as const
      const payable = { account_code: found.account_code, amount_minor: 10_810n, base_minor: 10_810n }
      const result = await postLegs(context, money, postSettlement(payable, { ...whole, charges: none, advance: none }))
      if (!('entry' in result)) throw new Error(JSON.stringify(result.blockers))
      await markSettlementPosted(tx, found, result.entry.journal_entry_id, { closed: [], ofMoney: null })
      await appendEntries(tx, heads, [{ entries: [result.entry], new_years: [] }].values())
    })
    const message = await booked.then(
      () => 'booked',
      (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
    )
    expect(message).to.include('a newer release books this allocation or settlement')
  })
})

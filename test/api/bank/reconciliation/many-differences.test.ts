import { expect } from 'chai'
import { tableOfBankReconciliation } from '../../../../api/statements/bank-reconciliation/bank-reconciliation-table.ts'
import { presentBankReconciliation } from '../../../../api/statements/bank-reconciliation/present-bank-reconciliation.ts'
import type { Difference } from '../../../../shared/accounting/bank/reconciliation/reconciliation.ts'

const IBAN = 'CH9300762011623852957'
/** One look at the clock for sixteen of them. */
const MANY = 64

describe('a bank reconciliation with many differences', () => {
  const differences = Array.from({ length: MANY }, (_, index): Difference => {
    const place = { bank_account: IBAN, entry_id: null, journal_entry_id: null, line_number: null }
    return {
      kind: 'entry_unbooked',
      date: '2026-03-31',
      amount_minor: BigInt(index),
      text: `Zahlung ${index}`,
      ...place,
    }
  })
  const account = { account_code: '1020', account_name: 'Bank', currency: 'CHF', bank_accounts: [IBAN] }
  const figures = { bank_minor: 2_016n, ledger_minor: 0n, unexplained_minor: 0n, gaps: [], last_statements: [] }
  const ledger = { name: 'Muster AG', locale: 'de-CH', last_entry_number: 1n, last_entry_hash: 'x' }
  const query = { end_customer_id: 'customer', bank_account: IBAN, date: '2026-03-31', fiscal_year_id: null }

  it('is presented and written with pauses, in the order of the differences', async () => {
    let pauses = 0
    const pause = async () => {
      pauses += 1
    }
    const reconciliation = { ...figures, differences }
    const presented = await presentBankReconciliation(query, { ledger, account, reconciliation } as never, pause)
    expect([presented.differences.map(({ text }) => text), pauses]).to.deep.equal([
      differences.map(({ text }) => text),
      MANY / 16,
    ])
    const { rows } = await tableOfBankReconciliation(presented, pause)
    expect([[...rows].length, pauses]).to.deep.equal([MANY + 2, MANY / 8])
  })
})

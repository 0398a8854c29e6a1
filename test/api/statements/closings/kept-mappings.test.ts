import { expect } from 'chai'
import { IBAN } from '../../../camt053/messages.ts'
import { quietly } from '../../../support/books.ts'
import { get, put } from '../../../support/client.ts'
import { credit, debit } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { importedBy } from '../../bank/imports-of.ts'
import { datedIn, fileOf } from '../../bank/reconciliation/dated-statements.ts'
import { bookedVoucher } from '../../open-items/items-of-customer.ts'
import { expectClosed } from './closed-books.ts'

const OTHER = 'CH5604835012345678009'

describe('an account at the bank that is mapped anew after the close', () => {
  it('stays on its ledger account on every day of the closed year', async () => {
    const customer = await newKmuCustomer()
    const statement = datedIn('2025-12')
    await importedBy(customer, fileOf(statement('A', [1, 31], [0, 60], [10, 60])))
    await importedBy(customer, fileOf({ ...statement('B', [1, 31], [0, 7], [10, 7]), iban: OTHER }))
    const map = (iban: string, account_code: string, valid_from: string) =>
      put('/v1/account-mappings', {
        end_customer_id: customer,
        mappings: [{ mapping_key: `posting.bank.${iban}`, account_code, valid_from }],
      })
    await map(OTHER, '1030', '2020-01-01')
    for (const business_date of ['2025-06-01', '2026-01-05'])
      await bookedVoucher(customer, [debit('1000', 1), credit('6950', 1)], {}, { business_date })
    await quietly(customer)
    await expectClosed(customer, 'FY2025')
    const read = async (bank_account: string, date: string) => {
      const path = `/v1/statements/bank-reconciliation?end_customer_id=${customer}&bank_account=${bank_account}&date=${date}`
      const { status, body } = await get(path as '/v1/statements/bank-reconciliation')
      return status === 200 ? [body.account_code, body.bank_accounts, body.bank_balance.amount_minor] : status
    }
    const all = async () => {
      const found: Record<string, unknown> = {}
      for (const date of ['2025-12-30', '2025-12-31'])
        for (const name of ['1020', '1030', IBAN, OTHER]) found[`${name} ${date}`] = await read(name, date)
      return found
    }
    const before = await all()
    expect(before[`${IBAN} 2025-12-31`]).to.deep.equal(['1020', [IBAN], 6_000])
    expect((await map(IBAN, '1030', '2024-01-01')).status).to.equal(202)
    expect(await all()).to.deep.equal(before)
    // All of them are on it in the year that is open.
    expect(await read('1030', '2026-01-31')).to.deep.equal(['1030', [OTHER, IBAN].sort(), 6_700])
    expect(await read('1020', '2026-01-31')).to.equal(404)
    // Back, and away with the other one: 1020 never had it in the closed year.
    await map(IBAN, '1020', '2024-01-01')
    await map(OTHER, '1020', '2024-01-01')
    expect(await all()).to.deep.equal(before)
  })
})

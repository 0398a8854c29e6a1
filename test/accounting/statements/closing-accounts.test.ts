import { expect } from 'chai'
import { balanceSheetAt } from '../../../shared/accounting/statements/balance-sheet.ts'
import { finished } from './finished.ts'
import { ledgerAccount, SHEET_OF_ONE_YEAR } from './ledger-account.ts'

describe('an account of the type closing that a release before let be mapped', () => {
  // Years that were closed in that time, before rows were kept, keep the row of the mapping.
  for (const [is_apart, row_key, amount] of [
    [undefined, 'abschluss_hilfskonten', -1_000n],
    [false, 'gewinnvortrag_verlustvortrag', 1_000n],
  ] as const)
    it(`stands on ${row_key}`, () => {
      const account = ledgerAccount('9100', 'closing', -1_000, { mapped_row: 'gewinnvortrag_verlustvortrag' })
      const rules = { legal_form: 'company', relations: [], ...(is_apart === undefined ? {} : { is_apart }) } as const
      expect(finished(balanceSheetAt([account], SHEET_OF_ONE_YEAR, 0, rules)).get(row_key)?.amount_minor).to.equal(
        amount,
      )
    })
})

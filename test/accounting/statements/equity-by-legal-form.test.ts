import { expect } from 'chai'
import { balanceSheetAt } from '../../../shared/accounting/statements/balance-sheet.ts'
import { BALANCE_SHEET_LAYOUT, isAlwaysShown } from '../../../shared/accounting/statements/or-rows/layout.ts'
import type { LedgerAccount } from '../../../shared/accounting/statements/statement.ts'
import type { LegalForm } from '../../../shared/contract/setup/end-customers.ts'
import { finished } from './finished.ts'
import { ledgerAccount } from './ledger-account.ts'

const BUCKETS = ['FY2025', 'FY2026'].map((fiscal_year_id) => ({ fiscal_year_id, start_date: '', end_date: '' }))

/** Two years, of which the first has earned 40'000.00 and the second 75'000.00; nothing is closed. */
const EARNED = [
  ledgerAccount('1020', 'asset', 0, { activity: [9_000_000n, 2_210_000n] }),
  ledgerAccount('3400', 'revenue', 0, { activity: [-4_000_000n, -7_500_000n] }),
]

const CASES: [form: LegalForm, accounts: LedgerAccount[], rows: Record<string, number>][] = [
  [
    'sole_proprietor',
    [
      ...EARNED,
      ledgerAccount('2800', 'equity', 0, { activity: [-5_000_000n, 0n] }),
      ledgerAccount('2820', 'equity', 0, { activity: [0n, -500_000n] }),
      ledgerAccount('2850', 'equity', 0, { activity: [0n, 5_000_000n] }),
      ledgerAccount('2851', 'equity', 0, { activity: [0n, 790_000n] }),
    ],
    // The result of 2025 belongs to the capital: 50'000 + 40'000.
    {
      kapital: 9_000_000,
      einlagen_rueckzuege: 500_000,
      privat: -5_790_000,
      jahresgewinn_jahresverlust: 7_500_000,
      eigenkapital: 11_210_000,
    },
  ],
  [
    'partnership',
    [
      ...EARNED,
      ledgerAccount('2800', 'equity', 0, { activity: [-3_000_000n, 0n] }),
      ledgerAccount('2801', 'equity', 0, { activity: [-1_500_000n, 0n] }),
      ledgerAccount('2820', 'equity', 0, { activity: [0n, 5_290_000n] }),
      ledgerAccount('2850', 'equity', 0, { activity: [-500_000n, 0n] }),
    ],
    {
      kapital_gesellschafter: 8_500_000,
      kapital_kommanditaere: 500_000,
      einlagen_rueckzuege: 0,
      privat: -5_290_000,
      jahresgewinn_jahresverlust: 7_500_000,
      eigenkapital: 11_210_000,
    },
  ],
  [
    'association',
    [
      ...EARNED,
      ledgerAccount('2800', 'equity', 0, { activity: [-5_000_000n, 5_290_000n] }),
      ledgerAccount('2960', 'equity', 0, { activity: [0n, 0n] }),
    ],
    {
      vereinskapital: -290_000,
      gewinnvortrag_verlustvortrag: 4_000_000,
      jahresgewinn_jahresverlust: 7_500_000,
      eigenkapital: 11_210_000,
    },
  ],
  [
    'foundation',
    [...EARNED, ledgerAccount('2800', 'equity', 0, { activity: [-5_000_000n, 5_290_000n] })],
    {
      stiftungskapital: -290_000,
      gewinnvortrag_verlustvortrag: 4_000_000,
      jahresgewinn_jahresverlust: 7_500_000,
      eigenkapital: 11_210_000,
    },
  ],
]

describe('equity by legal form', () => {
  for (const [legal_form, accounts, expected] of CASES) {
    it(legal_form, () => {
      const sheet = finished(balanceSheetAt(accounts, BUCKETS, 1, { legal_form, relations: [] }))
      const shown = BALANCE_SHEET_LAYOUT.filter(({ parent_key }) => parent_key === 'eigenkapital')
        .filter((row) => isAlwaysShown(row, legal_form) || sheet.get(row.row_key)?.sources.length)
        .map(({ row_key }) => row_key)
      expect([...shown, 'eigenkapital']).to.deep.equal(Object.keys(expected))
      expect(Object.keys(expected).map((key) => Number(sheet.get(key)?.amount_minor))).to.deep.equal(
        Object.values(expected),
      )
      expect(sheet.get('aktiven')?.amount_minor).to.equal(sheet.get('passiven')?.amount_minor)
    })
  }
})

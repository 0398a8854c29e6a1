import { expect } from 'chai'
import { balanceSheetAt } from '../../../shared/accounting/statements/balance-sheet.ts'
import type { LedgerAccount } from '../../../shared/accounting/statements/statement.ts'
import { finished } from './finished.ts'
import { ledgerAccount, SHEET_OF_ONE_YEAR } from './ledger-account.ts'

type Case = [name: string, accounts: LedgerAccount[], rows: Record<string, number>]

const CASES: Case[] = [
  [
    'an overdrawn bank account is a debt that bears interest',
    [ledgerAccount('1020', 'asset', -474_350), ledgerAccount('1021', 'asset', 100_000)],
    { fluessige_mittel: 100_000, kurzfristige_verzinsliche_verbindlichkeiten: 474_350, aktiven: 100_000 },
  ],
  [
    'a bank that owes money on an account for debts is liquid',
    [ledgerAccount('2100', 'liability', 20_000)],
    { fluessige_mittel: 20_000, kurzfristige_verzinsliche_verbindlichkeiten: 0 },
  ],
  [
    'cash in hand and accounts that clear payments keep their row',
    [ledgerAccount('1000', 'asset', -500), ledgerAccount('1030', 'asset', -70), ledgerAccount('1099', 'asset', -9)],
    { fluessige_mittel: -579, kurzfristige_verzinsliche_verbindlichkeiten: 0 },
  ],
  [
    'more output tax than input tax is one debt',
    [
      ledgerAccount('1170', 'asset', 30_000),
      ledgerAccount('1171', 'asset', 8_100),
      ledgerAccount('2200', 'liability', -81_000),
    ],
    { uebrige_kurzfristige_forderungen: 0, uebrige_kurzfristige_verbindlichkeiten: 42_900, passiven: 42_900 },
  ],
  [
    'more input tax than output tax is one claim',
    [
      ledgerAccount('1171', 'asset', 90_000),
      ledgerAccount('2200', 'liability', -81_000),
      ledgerAccount('2201', 'liability', 500),
    ],
    { uebrige_kurzfristige_forderungen: 9_500, uebrige_kurzfristige_verbindlichkeiten: 0 },
  ],
  [
    'the customs office and direct taxes are no part of it',
    [
      ledgerAccount('1177', 'asset', 4_000),
      ledgerAccount('2200', 'liability', -10_000),
      ledgerAccount('2208', 'liability', 2_500),
    ],
    { uebrige_kurzfristige_forderungen: 6_500, uebrige_kurzfristige_verbindlichkeiten: 10_000 },
  ],
  [
    'current accounts of shareholders and of the group change sides with their sign',
    [
      ledgerAccount('1150', 'asset', -1_000),
      ledgerAccount('1160', 'asset', -200),
      ledgerAccount('2160', 'liability', 30_000),
      ledgerAccount('2260', 'liability', 4_000),
      ledgerAccount('2261', 'liability', 50),
    ],
    {
      uebrige_kurzfristige_forderungen: 34_000,
      kurzfristige_verzinsliche_verbindlichkeiten: 0,
      uebrige_kurzfristige_verbindlichkeiten: 1_150,
    },
  ],
  [
    'social insurance does, tax at source does not',
    [
      ledgerAccount('1180', 'asset', -600),
      ledgerAccount('2271', 'liability', 1_500),
      ledgerAccount('2279', 'liability', 40),
    ],
    { uebrige_kurzfristige_forderungen: 1_500, uebrige_kurzfristige_verbindlichkeiten: 560 },
  ],
  [
    'allowances and depreciation reduce their assets',
    [
      ledgerAccount('1100', 'asset', 10_000),
      ledgerAccount('1109', 'asset', -500),
      ledgerAccount('1169', 'asset', -70),
      ledgerAccount('1500', 'asset', 80_000),
      ledgerAccount('1509', 'asset', -20_000),
    ],
    { forderungen_ll: 9_500, uebrige_kurzfristige_forderungen: -70, sachanlagen: 60_000, passiven: 0 },
  ],
  [
    'equity keeps its row',
    [ledgerAccount('2970', 'equity', 90_000), ledgerAccount('2980', 'equity', 1_000)],
    { gewinnvortrag_verlustvortrag: -90_000, eigene_kapitalanteile: -1_000, aktiven: 0 },
  ],
  [
    'a mapping is the word of the client, and so is an account on which either side is normal',
    [
      ledgerAccount('1020', 'asset', -5_000, { mapped_row: 'fluessige_mittel' }),
      ledgerAccount('1021', 'asset', -70, { either_side_normal: true }),
      ledgerAccount('1171', 'asset', -300, { mapped_row: 'uebrige_kurzfristige_forderungen' }),
      ledgerAccount('2200', 'liability', 100),
    ],
    { fluessige_mittel: -5_070, uebrige_kurzfristige_forderungen: -200, passiven: 0 },
  ],
]

describe('rows by sign', () => {
  for (const [name, accounts, expected] of CASES) {
    it(name, () => {
      const sheet = finished(balanceSheetAt(accounts, SHEET_OF_ONE_YEAR, 0, { legal_form: 'company', relations: [] }))
      const found = Object.keys(expected).map((key) => [key, Number(sheet.get(key)?.amount_minor)])
      expect(Object.fromEntries(found)).to.deep.equal(expected)
    })
  }
})

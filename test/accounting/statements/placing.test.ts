import { expect } from 'chai'
import fc from 'fast-check'
import { balanceSheetAt, SHEET_ROWS } from '../../../shared/accounting/statements/balance-sheet.ts'
import { plainBalanceSheetAt } from '../../../shared/accounting/statements/by-account.ts'
import { ledgerBalancesOf } from '../../../shared/accounting/statements/ledger-balances.ts'
import { EQUITY_LAYOUTS } from '../../../shared/accounting/statements/or-rows/equity.ts'
import { type LedgerAccount, movementIn, type PartnerSums } from '../../../shared/accounting/statements/statement.ts'
import type { LegalForm } from '../../../shared/contract/setup/end-customers.ts'
import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'
import { finished } from './finished.ts'
import { ledgerAccount } from './ledger-account.ts'

const LEGAL_FORMS = Object.keys(EQUITY_LAYOUTS) as LegalForm[]
const BUCKETS = ['A', 'B', 'C'].map((fiscal_year_id, index) => ({
  fiscal_year_id,
  start_date: `202${index}-01-01`,
  end_date: `202${index}-12-31`,
}))
const CONTROLS = new Map([
  ['1100', 'receivable'],
  ['1192', 'supplier_advance'],
  ['2000', 'payable'],
  ['2030', 'customer_credit'],
])

const amounts = fc.tuple(...BUCKETS.map(() => fc.bigInt({ min: -10_000n, max: 10_000n })))
const partners = fc.array(fc.record({ name: fc.constantFrom('A', 'B', 'C', 'D'), amounts }), { maxLength: 4 })
const anyAccount = fc.record({
  kmu: fc.constantFrom(...KMU_ACCOUNTS),
  amounts,
  partners,
  either_side_normal: fc.constantFrom(false, false, false, true),
  mapped_row: fc.constantFrom(null, null, null, 'vorraete', 'passive_rechnungsabgrenzungen'),
})
const ledger = fc.uniqueArray(anyAccount, { selector: ({ kmu }) => kmu.account_code, maxLength: 60 })

/** The balance of each partner at each end, on the side on which it is not the account's; as changes. */
function otherSides(account_type: string, its: readonly { name: string; amounts: bigint[] }[]): PartnerSums[] {
  const byName = Map.groupBy(its, ({ name }) => name)
  return [...byName].map(([name, same]) => {
    const balances = BUCKETS.map((_, at) =>
      same.flatMap((one) => one.amounts.slice(0, at + 1)).reduce((total, amount) => total + amount, 0n),
    )
    const others = balances.map((balance) => ((account_type === 'asset') === balance < 0n ? balance : 0n))
    const changes = others.map((balance, at) => balance - (others[at - 1] ?? 0n))
    return { partner: { partner_key: name, partner_reference: null, partner_name: name }, amounts: changes }
  })
}

type Found = typeof anyAccount extends fc.Arbitrary<infer Value> ? Value : never

function accountOf({ kmu, partners: its, ...more }: Found): LedgerAccount {
  const { account_code, account_type } = kmu
  const control = CONTROLS.get(account_code) ?? null
  const is_sheet = ['asset', 'liability', 'equity'].includes(account_type)
  return ledgerAccount(account_code, account_type as LedgerAccount['account_type'], 0, {
    activity: more.amounts,
    either_side_normal: more.either_side_normal,
    mapped_row: is_sheet ? more.mapped_row : null,
    control,
    other_side: control ? otherSides(account_type, its) : [],
    related: control
      ? otherSides(account_type, its).map((sums) => ({ ...sums, relation_ids: [sums.partner.partner_key] }))
      : [],
  })
}

describe('placing accounts on rows', () => {
  it('moves amounts and loses none: net assets and the balance of every account stay, in every column', () => {
    fc.assert(
      fc.property(ledger, fc.constantFrom(...LEGAL_FORMS), fc.boolean(), (found, legal_form, is_holder) => {
        const accounts = found.map(accountOf)
        const relations = is_holder
          ? [{ partner_relation_id: 'A', related_to: 'holders' as const, valid_from: '2021-06-01' }]
          : []
        for (const at of BUCKETS.keys()) {
          const sheet = finished(balanceSheetAt(accounts, BUCKETS, at, { legal_form, relations }))
          const plain = plainBalanceSheetAt(accounts, BUCKETS, at)
          const net = (column: typeof sheet, assets: string, liabilities: string) =>
            (column.get(assets)?.amount_minor ?? 0n) - (column.get(liabilities)?.amount_minor ?? 0n)
          expect(net(sheet, 'aktiven', 'passiven')).to.equal(net(plain, 'assets', 'liabilities_and_equity'))
          const balances = ledgerBalancesOf(sheet, SHEET_ROWS)
          for (const account of accounts.filter(({ account_type }) => !['revenue', 'expense'].includes(account_type)))
            expect(balances.get(account.account_code) ?? 0n, account.account_code).to.equal(movementIn(account, 0, at))
        }
      }),
      { seed: 959, numRuns: 300 },
    )
  })
})

import type { LedgerAccount, PartnerSums } from '../../../shared/accounting/statements/statement.ts'
import { mapPausing, type Pause } from '../../../shared/process/pause.ts'
import type { StatementAccountRow } from '../../../shared/store/statements/account-period-totals.ts'
import type { PartnerSumRow, RelatedSumRow } from '../../../shared/store/statements/partner-totals.ts'

type Traits = 'either_side_normal' | 'is_clearing' | 'related_to' | 'control'
/** A closed year has kept where its accounts stand, and no traits that decide it. */
type AccountSums = Omit<StatementAccountRow, Traits> & Partial<StatementAccountRow>

/** The accounts of a ledger, each with its sums in every bucket, and those of its partners that stand apart. */
export async function accountsOfRows(
  rows: readonly AccountSums[],
  length: number,
  pause: Pause,
  other_sides: readonly PartnerSumRow[] = [],
  related: readonly RelatedSumRow[] = [],
): Promise<LedgerAccount[]> {
  const otherSideOf = await partnersByAccount(other_sides, length, pause)
  const relatedOf = await partnersByAccount(related, length, pause)
  const idsOf = new Map(related.map((row) => [keyOf(row), row.relation_ids]))
  const accounts: LedgerAccount[] = []
  const byAccount = Map.groupBy(rows, ({ account_code }) => account_code)
  for (const rowsOfAccount of byAccount.values()) {
    await pause()
    const [first] = rowsOfAccount as [AccountSums]
    const sums = (amountOf: (row: AccountSums) => bigint) => {
      const amounts = new Array<bigint>(length).fill(0n)
      for (const row of rowsOfAccount) amounts[row.bucket] = (amounts[row.bucket] ?? 0n) + amountOf(row)
      return amounts
    }
    const net = ({ debit_minor, credit_minor }: AccountSums) => debit_minor - credit_minor
    accounts.push({
      account_code: first.account_code,
      account_name: first.account_name,
      account_type: first.account_type,
      mapped_row: first.or_row,
      mapped_function_row: first.or_function_row,
      either_side_normal: first.either_side_normal ?? false,
      is_clearing: first.is_clearing ?? null,
      related_to: first.related_to ?? null,
      control: first.control ?? null,
      other_side: otherSideOf.get(first.account_code) ?? [],
      related: (relatedOf.get(first.account_code) ?? []).map((its) => ({
        ...its,
        relation_ids: idsOf.get(keyOf({ ...first, ...its.partner })) ?? [],
      })),
      activity: sums((row) => (isActivity(row) ? net(row) : 0n)),
      opening_entries: sums((row) => (row.entry_type === 'opening' ? net(row) : 0n)),
      closing_entries: sums((row) => (row.entry_type === 'closing' ? net(row) : 0n)),
      debit: sums((row) => (row.entry_type === 'opening' ? 0n : row.debit_minor)),
      credit: sums((row) => (row.entry_type === 'opening' ? 0n : row.credit_minor)),
    })
  }
  return accounts
}

/** What happened in the year, here or in the system before this one. */
function isActivity({ entry_type }: AccountSums): boolean {
  return entry_type === 'standard' || entry_type === 'takeover'
}

function keyOf({ account_code, partner_key }: Pick<PartnerSumRow, 'account_code' | 'partner_key'>): string {
  return JSON.stringify([account_code, partner_key])
}

/** Thousands of customers may have paid too much. */
async function partnersByAccount(
  rows: readonly PartnerSumRow[],
  length: number,
  pause: Pause,
): Promise<Map<string, PartnerSums[]>> {
  const partners = new Map<string, PartnerSums[]>()
  for (const [account_code, its] of Map.groupBy(rows, ({ account_code }) => account_code)) {
    const byPartner = Map.groupBy(its, ({ partner_key }) => partner_key)
    partners.set(account_code, await mapPausing(byPartner.values(), pause, (each) => sumsOfPartner(each, length)))
  }
  return partners
}

function sumsOfPartner(rows: readonly PartnerSumRow[], length: number): PartnerSums {
  const amounts = Array.from({ length }, () => 0n)
  for (const { bucket, base_minor } of rows) amounts[bucket] = base_minor
  const [{ partner_key, partner_reference, partner_name }] = rows as [PartnerSumRow]
  return { partner: { partner_key, partner_reference, partner_name }, amounts }
}

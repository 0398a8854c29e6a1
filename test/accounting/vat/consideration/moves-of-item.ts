import type {
  Consideration,
  NotDue,
  TaxAmounts,
  TaxOfItem,
  TaxSnapshot,
} from '../../../../shared/accounting/documents/tax-record.ts'

export const AMOUNT = 108_100n
export const OPENED = '2025-12-01'

/** What an entry has done to the item and to its tax. */
export type Move = { day: string; amount_minor: bigint; records: readonly TaxSnapshot[] }

export function recordOf(first: Consideration, amounts: TaxAmounts, line_number: number): NotDue {
  const record: TaxSnapshot = {
    tax_code: 'X',
    direction: 'output',
    rate_bp: 810,
    form_figure: '303',
    supply_date: OPENED,
    currency: 'CHF',
    ...(first === 'received' && { kind: 'not_due' as const }),
    ...amounts,
  }
  const is_due = first === 'agreed'
  const settled = is_due ? amounts : { base_minor: 0n, tax_minor: 0n }
  return {
    record,
    line: { journal_entry_id: 'e', line_number },
    account_code: '2200',
    is_due,
    settled,
    settled_base: settled,
  }
}

/** The item as the lines that moved it say it, like the query that reads it. */
export function itemOf(whole: readonly NotDue[], moves: readonly Move[], with_due = false): TaxOfItem {
  const found = whole.map((one) => {
    const records = moves.flatMap(({ records: its, day: on }, place) =>
      its
        .filter(({ declares }) => declares?.line_number === one.line.line_number)
        .map((record) => ({ record, on, entry_number: BigInt(place) })),
    )
    const settled = {
      base_minor: records.reduce((sum, { record }) => sum + record.base_minor, one.settled.base_minor),
      tax_minor: records.reduce((sum, { record }) => sum + record.tax_minor, one.settled.tax_minor),
    }
    const transfers = records.flatMap(({ record: { consideration: to, tax_date }, on, entry_number }) =>
      to ? { to, on: tax_date ?? on, entry_number } : [],
    )
    return { ...one, settled, settled_base: settled, ...(transfers.length > 0 && { transfers }) }
  })
  const closed_minor = moves.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  // Tax that was due with its document is there once it was transferred, or for a transfer.
  const not_due = found.filter(({ is_due, ...one }) => with_due || !is_due || 'transfers' in one)
  return { amount_minor: AMOUNT, closed_minor, not_due }
}

export function sumOf(records: readonly TaxSnapshot[], kind: string): bigint {
  return records.filter((record) => record.kind === kind).reduce((sum, { tax_minor }) => sum + tax_minor, 0n)
}

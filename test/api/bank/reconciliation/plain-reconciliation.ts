import { row, sql } from '../../../../shared/store/db/database.ts'
import { service } from '../../../support/service.ts'

type Entry = {
  entry_id: string
  account: string
  date: string
  amount: number
  text: string
  is_dismissed: boolean
  is_undecided: boolean
}
type Use = { entry_id: string; journal_entry_id: string | null; line_number: number | null; amount: number }
type Line = {
  journal_entry_id: string
  line_number: number
  account_code: string
  date: string
  amount: number
  is_opening: boolean
  reversal_of: string | null
}
export type Books = { entries: readonly Entry[]; uses: readonly Use[]; lines: readonly Line[] }
export type PlainDifference = readonly [kind: string, date: string, amount: number]
type Scope = { account_code: string; bank_accounts: readonly string[]; from: string; date: string }

/** Every bank entry, use and line of an end customer. */
export async function readBooks(end_customer_id: string): Promise<Books> {
  const { pool } = service().web
  const [entries, uses, lines] = await Promise.all([
    pool.any(sql.type(row<Entry>())`
      select entry_id, account, booking_date as date, entry ->> 'additional_info' as text,
        (case credit_debit when 'CRDT' then amount_minor else -amount_minor end)::integer as amount,
        dismissed_by is not null as is_dismissed, coalesce(repeat_state = 'undecided', false) as is_undecided
      from camt053_entries where end_customer_id = ${end_customer_id}
    `),
    pool.any(sql.type(row<Use>())`
      select entry_id, journal_entry_id, line_number::integer, amount_minor::integer as amount from bank_entry_uses
      where end_customer_id = ${end_customer_id} and state <> 'released'
    `),
    pool.any(sql.type(row<Line>())`
      select journal_entry_id, line_number::integer, account_code, line.posting_date as date, reversal_of,
        (debit_minor - credit_minor)::integer as amount, entry_type in ('opening', 'takeover') as is_opening
      from journal_lines line join journal_entries using (end_customer_id, entry_number)
      where end_customer_id = ${end_customer_id}
    `),
  ])
  return { entries, uses, lines }
}

/** The differences of bank entries and lines, by looking at all of them. @param counts whether a statement has the entry */
export function plainDifferences(
  { entries, uses, lines }: Books,
  { account_code, bank_accounts, from, date }: Scope,
  counts: (entry: Entry) => boolean,
): PlainDifference[] {
  const countedEntries = new Map(
    entries
      .filter((entry) => bank_accounts.includes(entry.account) && entry.date <= date && counts(entry))
      .map((entry) => [entry.entry_id, entry]),
  )
  const ofAccount = lines.filter((line) => line.account_code === account_code && line.date >= from && line.date <= date)
  const countedLines = new Map(
    ofAccount.filter((line) => !(line.is_opening && line.date === from)).map((line) => [placeOf(line), line]),
  )
  const lineOf = new Map(lines.map((line) => [placeOf(line), line]))
  const entryOf = new Map(entries.map((entry) => [entry.entry_id, entry]))
  const ofEntries = [...countedEntries.values()].flatMap((entry): PlainDifference[] => {
    const its = uses.filter(({ entry_id }) => entry_id === entry.entry_id)
    return [
      ...restOf(kindOf(entry, its), entry, its, 1),
      ...its
        .filter((use) => !countedLines.has(placeOf(use)))
        .map((use): PlainDifference => {
          const day = lineOf.get(placeOf(use))?.date ?? entry.date
          return ['entry_booked_elsewhere', day, Math.sign(entry.amount) * use.amount]
        }),
    ]
  })
  const ofLines = [...countedLines.values()].flatMap((line): PlainDifference[] => {
    const its = uses.filter((use) => placeOf(use) === placeOf(line))
    if (its.length === 0 && isCancelled(line, ofAccount)) return []
    return [
      ...restOf('line_without_entry', line, its, -1),
      ...its
        .filter(({ entry_id }) => !countedEntries.has(entry_id))
        .map(({ entry_id, amount }): PlainDifference => {
          const day = entryOf.get(entry_id)?.date ?? line.date
          return ['line_linked_elsewhere', day, -Math.sign(line.amount) * amount]
        }),
    ]
  })
  return [...ofEntries, ...ofLines].sort(compare)
}

export function compare(a: PlainDifference, b: PlainDifference): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
}

function kindOf({ is_dismissed, is_undecided }: Entry, its: readonly Use[]): string {
  if (is_dismissed) return 'entry_dismissed'
  if (is_undecided) return 'possible_repeat'
  return its.length > 0 ? 'entry_partly_booked' : 'entry_unbooked'
}

function restOf(kind: string, of: { date: string; amount: number }, its: readonly Use[], sign: number) {
  const rest = Math.abs(of.amount) - its.reduce((sum, { amount }) => sum + amount, 0)
  return rest === 0 ? [] : [[kind, of.date, sign * Math.sign(of.amount) * rest] as const]
}

function isCancelled({ journal_entry_id, reversal_of }: Line, others: readonly Line[]): boolean {
  return others.some((other) => other.reversal_of === journal_entry_id || other.journal_entry_id === reversal_of)
}

function placeOf({ journal_entry_id, line_number }: Pick<Use, 'journal_entry_id' | 'line_number'>): string {
  return `${journal_entry_id} ${line_number}`
}

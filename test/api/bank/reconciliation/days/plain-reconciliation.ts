import { row, sql } from '../../../../../shared/store/db/database.ts'
import { service } from '../../../../support/service.ts'

type Entry = {
  entry_id: string
  account: string
  date: string
  amount: number
  text: string
  is_undecided: boolean
}
/** Until the day of its reversal; null while it stands. */
type Use = { entry_id: string; journal_entry_id: string; line_number: number; amount: number; until: string | null }
type Dismissal = { entry_id: string; amount: number; until: string | null; order: number }
type Line = {
  journal_entry_id: string
  line_number: number
  account_code: string
  date: string
  amount: number
  is_opening: boolean
  reversal_of: string | null
}
export type Books = {
  entries: readonly Entry[]
  uses: readonly Use[]
  dismissals: readonly Dismissal[]
  lines: readonly Line[]
}
export type PlainDifference = readonly [kind: string, date: string, amount: number]
type Scope = { account_code: string; bank_accounts: readonly string[]; from: string; date: string }

/** Every use, with the reversal of the journal entry that books it. */
const USES = sql.fragment`(
  select used.*, reversal.posting_date as reversed_on from bank_entry_uses used
  left join journal_entries reversal
    on reversal.end_customer_id = used.end_customer_id and reversal.reversal_of = used.journal_entry_id
) used`

/** Every bank entry, use, dismissal and line of an end customer. */
export async function readBooks(end_customer_id: string): Promise<Books> {
  const { pool } = service().web
  const [entries, uses, dismissals, lines] = await Promise.all([
    pool.any(sql.type(row<Entry>())`
      select entry_id, account, booking_date as date, entry ->> 'additional_info' as text,
        (case credit_debit when 'CRDT' then amount_minor else -amount_minor end)::integer as amount,
        coalesce(repeat_state = 'undecided', false) as is_undecided
      from camt053_entries where end_customer_id = ${end_customer_id}
    `),
    pool.any(sql.type(row<Use>())`
      select entry_id, used.journal_entry_id, line_number::integer, amount_minor::integer as amount,
        case state when 'released' then reversed_on end as until
      from ${USES} where used.end_customer_id = ${end_customer_id}
        and (state = 'posted' or state = 'released' and released_by is null and reversed_on is not null)
    `),
    pool.any(sql.type(row<Dismissal>())`
      select dismissal.entry_id, (row_number() over (order by dismissal.created_at))::integer as order, (
        select entry.amount_minor - coalesce(sum(used.amount_minor), 0) from bank_entry_uses used
        where used.end_customer_id = ${end_customer_id} and used.entry_id = dismissal.entry_id
          and used.created_at < coalesce(undone_at, 'infinity') and coalesce(released_at >= undone_at, state <> 'released')
      )::integer as amount, (
        select min(reversed_on) from ${USES}
        where used.end_customer_id = ${end_customer_id} and used.entry_id = dismissal.entry_id and released_at = undone_at
      ) as until
      from bank_entry_dismissals dismissal join camt053_entries entry using (end_customer_id, entry_id)
      where end_customer_id = ${end_customer_id} and undone_by is null
    `),
    pool.any(sql.type(row<Line>())`
      select journal_entry_id, line_number::integer, account_code, line.posting_date as date, reversal_of,
        (debit_minor - credit_minor)::integer as amount, entry_type in ('opening', 'takeover') as is_opening
      from journal_lines line join journal_entries using (end_customer_id, entry_number)
      where end_customer_id = ${end_customer_id}
    `),
  ])
  return { entries, uses, dismissals, lines }
}

/** The differences of bank entries and lines, by looking at all of them. @param counts whether a statement has the entry */
export function plainDifferences(
  { entries, uses: all, dismissals, lines }: Books,
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
  const uses = all.filter((use) => {
    const [line, entry] = [lineOf.get(placeOf(use)), entryOf.get(use.entry_id)]
    return line && entry && line.date <= date && entry.date <= date && (use.until === null || date < use.until)
  })
  const ofEntries = [...countedEntries.values()].flatMap((entry): PlainDifference[] => {
    const its = uses.filter(({ entry_id }) => entry_id === entry.entry_id)
    const dismissal = dismissals
      .filter(({ entry_id, until }) => entry_id === entry.entry_id && (until === null || date < until))
      .sort((a, b) => a.order - b.order)[0]
    return [
      ...restsOf(entry, its, dismissal?.amount ?? 0),
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
      ...restOfLine(line, its),
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

function restsOf(entry: Entry, its: readonly Use[], dismissed: number): PlainDifference[] {
  const { date, amount, is_undecided } = entry
  const rest = restOf(amount, its)
  const differenceOf = (kind: string, part: number): PlainDifference[] =>
    part === 0 ? [] : [[kind, date, Math.sign(amount) * part]]
  // Which reversal ends it is looked at by other tests.
  if (rest < 0) return differenceOf('entry_booked_beyond', rest)
  const kind = is_undecided ? 'possible_repeat' : its.length > 0 ? 'entry_partly_booked' : 'entry_unbooked'
  return [
    ...differenceOf(kind, rest - Math.min(rest, dismissed)),
    ...differenceOf('entry_dismissed', Math.min(rest, dismissed)),
  ]
}

function restOfLine({ date, amount }: Line, its: readonly Use[]): PlainDifference[] {
  const rest = restOf(amount, its)
  return rest === 0 ? [] : [['line_without_entry', date, -Math.sign(amount) * rest]]
}

function restOf(amount: number, its: readonly Use[]): number {
  return its.reduce((rest, use) => rest - use.amount, Math.abs(amount))
}

function isCancelled({ journal_entry_id, reversal_of }: Line, others: readonly Line[]): boolean {
  return others.some((other) => other.reversal_of === journal_entry_id || other.journal_entry_id === reversal_of)
}

function placeOf({ journal_entry_id, line_number }: Pick<Use, 'journal_entry_id' | 'line_number'>): string {
  return `${journal_entry_id} ${line_number}`
}

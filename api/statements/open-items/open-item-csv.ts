import { decimal } from '../../../shared/accounting/amounts/decimal.ts'
import { ageOn, KINDS_OF_SIDE, signOfSide } from '../../../shared/accounting/statements/ageing.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { OpenItemsOfDayQuery, SubLedger } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import { createSpools } from '../../../shared/process/spool.ts'
import { useSnapshotIsolation } from '../../../shared/store/statements/ledger-snapshot.ts'
import type { ListedLines } from '../../../shared/store/statements/listed-lines.ts'
import { findOpenItemHeader, type OpenItemHeader } from '../../../shared/store/statements/open-items-of-a-day.ts'
import { readWholeOpenItems } from '../../../shared/store/statements/whole-open-items.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { csvLines, harmless } from '../../print/csv.ts'
import { CsvBytes } from '../../print/csv-bytes.ts'
import { prefixOfItem } from './present-item.ts'

// biome-ignore format: a list of names reads better in rows
const COLUMNS = [
  'kind', 'id', 'partner_name', 'partner_reference', 'account_code', 'document_number', 'document_date', 'due_date',
  'payment_reference', 'days_overdue', 'age', 'currency', 'amount', 'open_amount', 'base_currency', 'base_amount',
  'base_open_amount', 'is_opening', 'entry_number',
]

const DAYS_BEFORE_1970 = 719_162

/** About 18,000 items. */
const openSpool = createSpools({ of_one: 2 ** 22, of_all: 2 ** 24 })

/**
 * The whole list as CSV, and lines from before open items at its end, so that it sums up to the control accounts. It is
 * one reading of the ledger, however long the list is; it is spooled, so that a slow client holds no connection to the
 * database.
 */
export async function streamOpenItemCsv({ pool }: ApiDeps, { query }: ReadRequest<OpenItemsOfDayQuery>) {
  const spool = openSpool('csv')
  try {
    const isKnown = await pool.transaction(async (tx) => {
      await useSnapshotIsolation(tx)
      const { end_customer_id, side, date } = query
      const list = { end_customer_id, kinds: KINDS_OF_SIDE[side], date }
      const header = await findOpenItemHeader(tx, list)
      if (!header) return false
      const { base_currency, account_codes } = header
      const write = writerOf(date, base_currency)
      await spool.append(Buffer.from(csvLines([COLUMNS])))
      for await (const lines of readWholeOpenItems(tx, list, account_codes)) await spool.append(write(lines))
      await spool.append(Buffer.from(csvLines(unassignedLines(header, side))))
      return true
    })
    if (!isKnown) throw new ApiError('not_found', 'There is no such end customer yet.')
  } catch (error) {
    await spool.close()
    throw error
  }
  const name = `open-items-${query.side}-${query.date}.csv`
  return {
    body: spool.read(),
    headers: { 'Content-Disposition': `attachment; filename="${name}"` },
  }
}

/** A list has few days, so what stands of each of them is written once. */
// biome-ignore format: the fields in their order
function writerOf(date: string, base_currency: string) {
  const agesOfDays = new Map<number, string>()
  const dates = new Map<number, string>()
  const dateOf = (day: number) => kept(dates, day, dateOfDay)
  const ageSince = (day: number) => kept(agesOfDays, day, () => {
    const { days_overdue, age } = ageOn(date, dateOfDay(day))
    return `${days_overdue},${age}`
  })
  const bytes = new CsvBytes()
  const write = (line: ListedLines) => {
    const { kind, currency, payment_id, document_day, due_day } = line
    bytes.plain(kind).comma()
    bytes.idOf(prefixOfItem(kind, payment_id), payment_id ?? line.open_item_id).comma()
    bytes.text(line.partner_name_begin, line.partner_reference_begin).comma()
    bytes.text(line.partner_reference_begin, line.partner_reference_end).comma()
    bytes.text(line.account_code_begin, line.document_number_begin).comma()
    bytes.text(line.document_number_begin, line.payment_reference_begin).comma()
    bytes.plain(dateOf(document_day)).comma()
    if (due_day !== null) bytes.plain(dateOf(due_day))
    bytes.comma()
    bytes.text(line.payment_reference_begin, line.payment_reference_end).comma()
    bytes.plain(ageSince(due_day ?? document_day)).comma()
    bytes.plain(currency).comma()
    bytes.amount(line.amount_minor, currency).comma()
    bytes.amount(line.open_minor, currency).comma()
    bytes.plain(base_currency).comma()
    bytes.amount(line.base_amount_minor, base_currency).comma()
    bytes.amount(line.base_open_minor, base_currency).comma()
    bytes.plain(line.is_opening ? 'true' : 'false').comma()
    bytes.integer(line.entry_number).plain('\r\n')
  }
  return (lines: ListedLines): Buffer => {
    bytes.readFrom(lines.bytes)
    while (lines.next()) write(lines)
    return bytes.take()
  }
}

function kept(texts: Map<number, string>, day: number, write: (day: number) => string): string {
  const known = texts.get(day)
  if (known !== undefined) return known
  const text = write(day)
  texts.set(day, text)
  return text
}

/** @param day counted from the first of January of the year 1 */
function dateOfDay(day: number): string {
  return new Date((day - DAYS_BEFORE_1970) * 86_400_000).toISOString().slice(0, 10)
}

/** Of a control account, what its lines from before open items come to. */
function unassignedLines({ account_codes, balances, base_currency }: OpenItemHeader, side: SubLedger) {
  return balances
    .filter(({ account_code }) => account_codes.includes(account_code))
    .flatMap(({ account_code, currency, unassigned_minor, unassigned_base_minor }) => {
      const [minor, base_minor] = [BigInt(unassigned_minor), BigInt(unassigned_base_minor)]
      if (minor === 0n && base_minor === 0n) return []
      const amounts: Readonly<Record<string, string>> = {
        kind: 'unassigned_before_items',
        account_code: harmless(account_code),
        currency,
        open_amount: decimal(signOfSide(side) * minor, currency),
        base_currency,
        base_open_amount: decimal(signOfSide(side) * base_minor, base_currency),
      }
      return [COLUMNS.map((column) => amounts[column] ?? null)]
    })
}

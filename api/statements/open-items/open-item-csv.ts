import { decimal } from '../../../shared/accounting/amounts/decimal.ts'
import { ageOn, KINDS_OF_SIDE, signOfSide } from '../../../shared/accounting/statements/ageing.ts'
import type { OpenItemKind } from '../../../shared/contract/open-items/open-items.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { OpenItemsOfDayQuery, SubLedger } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import { createSpools } from '../../../shared/process/spool.ts'
import { useSnapshotIsolation } from '../../../shared/store/statements/ledger-snapshot.ts'
import { BLANKLESS, type ListedLines, TEXT } from '../../../shared/store/statements/listed-lines.ts'
import { findOpenItemHeader, type OpenItemHeader } from '../../../shared/store/statements/open-items-of-a-day.ts'
import { readWholeOpenItems } from '../../../shared/store/statements/whole-open-items.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { csvLines, harmless } from '../../print/csv.ts'
import { CsvBytes } from '../../print/csv-bytes.ts'
import { nameOfItem } from './present-item.ts'

// biome-ignore format: a list of names reads better in rows
const COLUMNS = [
  'kind', 'id', 'partner_name', 'partner_reference', 'account_code', 'document_number', 'document_date', 'due_date',
  'payment_reference', 'days_overdue', 'age', 'currency', 'amount', 'open_amount', 'base_currency', 'base_amount',
  'base_open_amount', 'is_opening', 'entry_number',
]

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

/** A list has few days from which items age, so the age of each is computed once. */
// biome-ignore format: the fields in their order
function writerOf(date: string, base_currency: string) {
  const ages = new Map<string, string>()
  const ageSince = (day: string) => {
    const known = ages.get(day)
    if (known !== undefined) return known
    const { days_overdue, age } = ageOn(date, day)
    const fields = `${days_overdue},${age}`
    ages.set(day, fields)
    return fields
  }
  const bytes = new CsvBytes()
  const write = (line: ListedLines) => {
    const copy = (value: number) => bytes.copy(line.begin(value), line.end(value))
    const text = (value: number) => bytes.text(line.begin(value), line.end(value))
    const decimal = (value: number, unit: string) => bytes.decimal(line.begin(value), line.end(value), unit)
    const kind = line.read(BLANKLESS.kind)
    const currency = line.read(BLANKLESS.currency)
    const payment_id = line.isNull(BLANKLESS.payment_id) ? null : line.read(BLANKLESS.payment_id)
    const isUndated = line.isNull(BLANKLESS.due_date)
    bytes.plain(kind).comma()
    bytes.id(...nameOfItem(kind as OpenItemKind, payment_id, line.read(BLANKLESS.open_item_id))).comma()
    text(TEXT.partner_name).comma()
    text(TEXT.partner_reference).comma()
    text(TEXT.account_code).comma()
    text(TEXT.document_number).comma()
    copy(BLANKLESS.document_date).comma()
    if (!isUndated) copy(BLANKLESS.due_date)
    bytes.comma()
    text(TEXT.payment_reference).comma()
    bytes.plain(ageSince(line.read(isUndated ? BLANKLESS.document_date : BLANKLESS.due_date))).comma()
    bytes.plain(currency).comma()
    decimal(BLANKLESS.amount_minor, currency).comma()
    decimal(BLANKLESS.open_minor, currency).comma()
    bytes.plain(base_currency).comma()
    decimal(BLANKLESS.base_amount_minor, base_currency).comma()
    decimal(BLANKLESS.base_open_minor, base_currency).comma()
    bytes.plain(line.read(BLANKLESS.is_opening) === 't' ? 'true' : 'false').comma()
    copy(BLANKLESS.entry_number).plain('\r\n')
  }
  return (lines: ListedLines): Buffer => {
    bytes.readFrom(lines.bytes)
    while (lines.next()) write(lines)
    return bytes.take()
  }
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

import { decimal } from '../../../shared/accounting/amounts/decimal.ts'
import { ageOn, KINDS_OF_SIDE, signOfSide } from '../../../shared/accounting/statements/ageing.ts'
import type { OpenItemKind } from '../../../shared/contract/open-items/open-items.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { OpenItemsOfDayQuery, SubLedger } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import { createSpools } from '../../../shared/process/spool.ts'
import { useSnapshotIsolation } from '../../../shared/store/statements/ledger-snapshot.ts'
import { unlessDash } from '../../../shared/store/statements/listed-item.ts'
import { type ControlBalance, findOpenItemHeader } from '../../../shared/store/statements/open-items-of-a-day.ts'
import { type ListedLine, readWholeOpenItems } from '../../../shared/store/statements/whole-open-items.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { csvLines, harmless } from '../../print/csv.ts'
import { CsvBytes } from '../../print/csv-bytes.ts'
import { nameOfItem } from './present-open-items.ts'

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
      const { base_currency, account_codes, balances } = header
      const write = writerOf(date, base_currency)
      await spool.append(Buffer.from(csvLines([COLUMNS])))
      for await (const lines of readWholeOpenItems(tx, list, account_codes)) await spool.append(write(lines))
      await spool.append(Buffer.from(csvLines(unassignedLines(balances, side, base_currency))))
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
  const write = (line: ListedLine) => {
    // Without an item in between: making one takes as long as half of its fields.
    const [
      id = '', kind = '', payment_id = '', document_date = '', due_date = '', is_opening, currency = '', amount = '',
      base_amount = '', open = '', base_open = '', entry_number = '',
    ] = line.blankless.split(' ')
    const due = unlessDash(due_date)
    bytes
      .plain(kind).comma()
      .id(...nameOfItem(kind as OpenItemKind, unlessDash(payment_id), id)).comma()
      .text(line.partner_name).comma()
      .text(line.partner_reference).comma()
      .text(line.account_code).comma()
      .text(line.document_number).comma()
      .plain(document_date).comma()
      .plain(due ?? '').comma()
      .text(line.payment_reference).comma()
      .plain(ageSince(due ?? document_date)).comma()
      .plain(currency).comma()
      .decimal(amount, currency).comma()
      .decimal(open, currency).comma()
      .plain(base_currency).comma()
      .decimal(base_amount, base_currency).comma()
      .decimal(base_open, base_currency).comma()
      .plain(is_opening === 't' ? 'true' : 'false').comma()
      .plain(entry_number).plain('\r\n')
  }
  return (lines: readonly ListedLine[]): Buffer => {
    lines.forEach(write)
    return bytes.take()
  }
}

/** Of a control account, what its lines from before open items come to. */
function unassignedLines(balances: readonly ControlBalance[], side: SubLedger, base_currency: string) {
  return balances.flatMap(({ account_code, currency, unassigned_minor, unassigned_base_minor }) => {
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

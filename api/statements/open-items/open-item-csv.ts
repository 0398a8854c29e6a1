import { decimal, decimalOf } from '../../../shared/accounting/amounts/decimal.ts'
import { ageOn, KINDS_OF_SIDE, signOfSide } from '../../../shared/accounting/statements/ageing.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { OpenItemsOfDayQuery, SubLedger } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import { appendTo, openNameless } from '../../../shared/process/nameless-file.ts'
import { useSnapshotIsolation } from '../../../shared/store/statements/ledger-snapshot.ts'
import { type ControlBalance, findOpenItemHeader } from '../../../shared/store/statements/open-items-of-a-day.ts'
import { type ItemOfWhole, readWholeOpenItems } from '../../../shared/store/statements/whole-open-items.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { csvLines, harmless } from '../../print/csv.ts'
import { idOfItem } from './present-open-items.ts'

// biome-ignore format: a list of names reads better in rows
const COLUMNS = [
  'kind', 'id', 'partner_name', 'partner_reference', 'account_code', 'document_number', 'document_date', 'due_date',
  'payment_reference', 'days_overdue', 'age', 'currency', 'amount', 'open_amount', 'base_currency', 'base_amount',
  'base_open_amount', 'is_opening', 'entry_number',
]

const BYTES_AT_ONCE = 2 ** 18

/**
 * The whole list as CSV, and lines from before open items at its end, so that it sums up to the control accounts. It is
 * one reading of the ledger, however long the list is; it goes through a file, so that a slow client holds no connection
 * to the database.
 */
export async function streamOpenItemCsv({ pool }: ApiDeps, { query }: ReadRequest<OpenItemsOfDayQuery>) {
  const file = await openNameless('csv')
  try {
    const isKnown = await pool.transaction(async (tx) => {
      await useSnapshotIsolation(tx)
      const { end_customer_id, side, date } = query
      const list = { end_customer_id, kinds: KINDS_OF_SIDE[side], date }
      const header = await findOpenItemHeader(tx, list)
      if (!header) return false
      const { base_currency, account_codes, balances } = header
      const lineOf = linesOf(date, base_currency)
      await appendTo(file, bytesOf([COLUMNS]))
      for await (const items of readWholeOpenItems(tx, list, account_codes))
        await appendTo(file, bytesOf(items.map(lineOf)))
      await appendTo(file, bytesOf(unassignedLines(balances, side, base_currency)))
      return true
    })
    if (!isKnown) throw new ApiError('not_found', 'There is no such end customer yet.')
  } catch (error) {
    await file.close()
    throw error
  }
  const name = `open-items-${query.side}-${query.date}.csv`
  return {
    body: file.createReadStream({ start: 0, highWaterMark: BYTES_AT_ONCE }), // which closes the file at its end
    headers: { 'Content-Disposition': `attachment; filename="${name}"` },
  }
}

/** Node writes bytes of its own faster than text, which it encodes piece by piece. */
function bytesOf(lines: Parameters<typeof csvLines>[0]): Buffer {
  return Buffer.from(csvLines(lines))
}

/** A list has few days from which items age, so the age of each is computed once. */
function linesOf(date: string, base_currency: string) {
  const ages = new Map<string, ReturnType<typeof ageOn>>()
  const ageSince = (day: string) => {
    const age = ages.get(day) ?? ageOn(date, day)
    ages.set(day, age)
    return age
  }
  return (item: ItemOfWhole): (string | null)[] => {
    const { days_overdue, age } = ageSince(item.due_date ?? item.document_date)
    return [
      item.kind,
      idOfItem(item),
      harmless(item.partner_name),
      item.partner_reference && harmless(item.partner_reference),
      harmless(item.account_code),
      item.document_number && harmless(item.document_number),
      item.document_date,
      item.due_date,
      item.payment_reference && harmless(item.payment_reference),
      String(days_overdue),
      age,
      item.currency,
      decimalOf(item.amount_minor, item.currency),
      decimalOf(item.open_minor, item.currency),
      base_currency,
      decimalOf(item.base_amount_minor, base_currency),
      decimalOf(item.base_open_minor, base_currency),
      String(item.is_opening),
      item.entry_number,
    ]
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

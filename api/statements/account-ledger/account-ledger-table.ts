import type { Locale } from '../../../shared/contract/setup/settings.ts'
import type { AccountLedgerQuery } from '../../../shared/contract/statements/account-ledger.ts'
import { publicId } from '../../../shared/process/ids.ts'
import type { AccountLine } from '../../../shared/store/journal/account-ledger.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { minorOf } from '../../print/amounts.ts'
import { ledgerOf, upTo, wholeLedgerOf } from '../../print/pages/links.ts'
import type { Column, Heading, LongTable, Row } from '../../print/table.ts'
import { wordsIn } from '../../print/words.ts'
import { amountColumn, chart, frame, hiddenColumn, textColumn } from '../tables/frame.ts'
import { openLedger } from './open-ledger.ts'
import { type LedgerPage, pagesOfLedger } from './pages-of-ledger.ts'
import { type LedgerHeader, presentLedgerHeader, presentLines } from './present-account-ledger.ts'
import { CARRIED, rowsOfBalances } from './rows-of-balances.ts'

type PresentedLine = ReturnType<ReturnType<typeof presentLines>>

/**
 * The lines of one account between the balance that was carried forward and the closing balance. On paper and in a
 * spreadsheet a ledger is whole, unless a page of it is asked for.
 */
export async function tableOfAccountLedger(
  deps: ApiDeps,
  { query, caller, inTurn }: ReadRequest<AccountLedgerQuery>,
): Promise<LongTable> {
  const isPage = query.starting_after !== undefined || query.limit !== undefined
  const limit = isPage ? (query.limit ?? 100) : Number.POSITIVE_INFINITY
  const ledger = await inTurn(() => openLedger(deps, query, caller))
  const header = presentLedgerHeader(ledger)
  const [carried, closing] = rowsOfBalances(header, ledger, query)
  const present = presentLines(ledger)
  let last: string | null = null
  const nextPage = pagesOfLedger(deps, ledger, limit, inTurn)
  const begin = [carried]
  let isClosed = false
  async function nextPiece(): Promise<Iterable<Row> | null> {
    if (begin.length > 0) return begin.pop() ?? []
    const page = await nextPage()
    if (page) return rowsOfPage(page)
    if (isClosed) return null
    isClosed = true
    return closingRows()
  }
  function rowsOfPage({ lines, has_more }: LedgerPage) {
    const end = has_more ? lines.at(-1) : undefined
    last = end ? `${publicId('journal_entry', end.journal_entry_id)}.${end.line_number}` : null
    return rowsOf(lines)
  }
  function closingRows() {
    const isWhole = last === null && query.starting_after === undefined
    const target = isWhole ? `#${CARRIED}` : wholeLedgerOf(query)
    return closing.map((row) => ({ target, ...row }))
  }
  /** One by one, when they are written. */
  function* rowsOf(lines: readonly AccountLine[]): Generator<Row> {
    for (const line of lines) yield lineOf(present(line))
  }
  return { ...headingOf(header), nextPiece, place: () => last }
}

function headingOf({ shown, checks }: LedgerHeader): Heading {
  const { account_code, account_name, period_series, locale } = shown
  const wordFor = wordsIn(locale)
  const framed = frame({ ...shown, ...checks }, 'account_ledger')
  return {
    ...framed,
    name: `${framed.name}-${account_code}`,
    title: `${wordFor('account_ledger')} ${account_code} ${account_name}`,
    columns: columnsIn(locale),
    chart: chart(
      wordFor('closing_balance'),
      period_series,
      (period_series ?? []).map(({ closing_balance }) => minorOf(closing_balance)),
      ({ period_end }) => upTo(ledgerOf(shown), period_end),
    ),
  }
}

function columnsIn(locale: Locale): Column[] {
  const wordFor = wordsIn(locale)
  return [
    textColumn('posting_date', wordFor('date')),
    textColumn('entry_number', wordFor('number')),
    textColumn('description', wordFor('text')),
    textColumn('counter_accounts', wordFor('counter_account')),
    amountColumn('debit', wordFor('debit')),
    amountColumn('credit', wordFor('credit')),
    amountColumn('balance', wordFor('balance')),
    hiddenColumn('journal_entry_id'),
    hiddenColumn('source_id'),
    hiddenColumn('evidence_hashes'),
    hiddenColumn('tax_code'),
  ]
}

function lineOf(line: PresentedLine): Row {
  const cells = [
    line.posting_date,
    String(line.entry_number),
    line.text === null ? line.description : `${line.description}: ${line.text}`,
    line.counter_accounts.join(' '),
    line.debit && minorOf(line.debit),
    line.credit && minorOf(line.credit),
    minorOf(line.balance),
    line.journal_entry_id,
    line.source.id,
    line.evidence_hashes.evidence_link_hashes.join(' '),
    line.tax_code ?? '',
  ]
  return { level: 0, kind: 'line', cells }
}

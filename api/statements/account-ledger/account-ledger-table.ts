import type { Money } from '../../../shared/contract/primitives.ts'
import type { Locale } from '../../../shared/contract/setup/settings.ts'
import { minorOf } from '../../print/amounts.ts'
import type { Column, Row, Table } from '../../print/table.ts'
import { wordsIn } from '../../print/words.ts'
import { amountColumn, chart, frame, hiddenColumn, textColumn } from '../tables/frame.ts'
import type { presentAccountLedger } from './present-account-ledger.ts'

type PresentedAccountLedger = Awaited<ReturnType<typeof presentAccountLedger>>

/** The lines of one account between the balance that was carried forward and the closing balance. */
export function tableOfAccountLedger(ledger: PresentedAccountLedger): Table {
  const { account_code, account_name, period_series } = ledger
  const wordFor = wordsIn(ledger.locale)
  const framed = frame(ledger, 'account_ledger')
  return {
    ...framed,
    name: `${framed.name}-${account_code}`,
    title: `${wordFor('account_ledger')} ${account_code} ${account_name}`,
    columns: columnsIn(ledger.locale),
    rows: rowsOf(ledger),
    chart: chart(
      wordFor('closing_balance'),
      period_series,
      (period_series ?? []).map(({ closing_balance }) => minorOf(closing_balance)),
    ),
  }
}

/** One by one, when they are written. */
function* rowsOf(ledger: PresentedAccountLedger): Generator<Row> {
  const { comparison, prior, carried_forward, closing_balance, debit, credit, lines } = ledger
  const wordFor = wordsIn(ledger.locale)
  yield balanceRow(wordFor('carried_forward'), carried_forward, null, null)
  for (const line of lines) yield lineOf(line)
  yield balanceRow(wordFor('closing_balance'), closing_balance, debit, credit)
  if (!prior || !comparison) return
  const label = `${wordFor('prior_year')} ${comparison.fiscal_year_id}`
  yield balanceRow(label, prior.closing_balance, prior.debit, prior.credit)
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

function balanceRow(label: string, balance: Money, debit: Money | null, credit: Money | null): Row {
  const amounts = [debit && minorOf(debit), credit && minorOf(credit), minorOf(balance)]
  return { level: 0, kind: 'subtotal', cells: ['', '', label, '', ...amounts, '', '', '', ''] }
}

function lineOf(line: PresentedAccountLedger['lines'][number]): Row {
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

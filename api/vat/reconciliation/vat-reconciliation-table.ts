import { minorOf, swiss } from '../../print/amounts.ts'
import { isolatedText } from '../../print/isolated.ts'
import { ledgerOf, targetOfAddress } from '../../print/pages/links.ts'
import { swissDate } from '../../print/swiss-date.ts'
import type { Note, Row, Table } from '../../print/table.ts'
import { heading, line } from './reconciliation-rows.ts'
import { type ReconciliationWord, reconciliationWordsIn } from './reconciliation-words.ts'
import { type PresentedReconciliation, pairOf, stepsTo } from './rows-of-totals.ts'

type ReconciliationWordFor = (word: ReconciliationWord) => string

/** The reconciliation section by section: accounts with their parts, then the steps from the books to the returns. */
export function tableOfVatReconciliation(reconciliation: PresentedReconciliation): Table {
  const { locale, fiscal_year_id, currency, turnover, tax } = reconciliation
  const wordFor = reconciliationWordsIn(locale)
  const ledger = (account_code: string | null) =>
    account_code === null ? {} : { name_target: ledgerOf({ ...reconciliation, account_code }) }
  return {
    name: `vat-reconciliation-${fiscal_year_id}`,
    locale,
    title: `${wordFor('title')} ${fiscal_year_id}`,
    subtitle: subtitleOf(reconciliation, wordFor),
    currency,
    columns: [
      { key: 'account', label: wordFor('account'), is_amount: false },
      { key: 'text', label: wordFor('text'), is_amount: false },
      { key: 'figure', label: wordFor('figure'), is_amount: false },
      { key: 'amount', label: wordFor('amount'), is_amount: true },
      { key: 'kind', label: '', is_amount: false, is_hidden: true },
      { key: 'category', label: '', is_amount: false, is_hidden: true },
    ],
    rows: [
      heading(wordFor('section_accounts')),
      ...turnover.accounts.flatMap((account) => rowsOfTurnover(account, ledger, wordFor)),
      heading(wordFor('section_steps')),
      ...stepsTo('200', reconciliation),
      ...pairOf('289', reconciliation),
      ...pairOf('299', reconciliation),
      heading(wordFor('section_tax')),
      ...tax.accounts.flatMap((account) => rowsOfTax(account, ledger, wordFor)),
      heading(wordFor('section_399')),
      ...stepsTo('399', reconciliation),
      heading(wordFor('section_479')),
      ...stepsTo('479', reconciliation),
    ],
    chart: null,
    notes: notesOf(reconciliation, wordFor),
  }
}

/** The payable tax of each return leads to what was filed. */
function notesOf(reconciliation: PresentedReconciliation, wordFor: ReconciliationWordFor): Note[] {
  const { ledger_position, returns, activities, currency } = reconciliation
  const filed = returns.map(({ period, payable_tax, filings, vat_return }) => [
    `${period} `,
    { text: swiss(minorOf(payable_tax), currency), target: targetOfAddress(filings[0]?.vat_return ?? vat_return) },
  ])
  return [
    `${wordFor('position')} ${ledger_position.entry_number} (${ledger_position.entry_hash})`,
    [`${wordFor('returns')}: `, ...filed.flatMap((its, index) => (index === 0 ? its : [' · ', ...its]))],
    ...activities
      .filter(({ is_below_threshold }) => is_below_threshold)
      .map(
        ({ activity_id, text, turnover }) =>
          `${wordFor('below_threshold')}: ${activity_id} ${isolatedText(text)}, ${swiss(minorOf(turnover), currency)}`,
      ),
  ]
}

function subtitleOf(reconciliation: PresentedReconciliation, wordFor: ReconciliationWordFor): string[] {
  const { end_customer_name, end_customer_id, uid, period_start, period_end, currency } = reconciliation
  return [
    end_customer_name ?? end_customer_id,
    ...(uid === null ? [] : [uid]),
    `${swissDate(period_start)} – ${swissDate(period_end)}`,
    wordFor('law'),
    currency,
  ]
}

type LedgerOf = (account_code: string | null) => Pick<Row, 'name_target'>

function rowsOfTurnover(
  account: PresentedReconciliation['turnover']['accounts'][number],
  ledger: LedgerOf,
  wordFor: ReconciliationWordFor,
): Row[] {
  const { account_code, account_name, booked, entries, parts } = account
  const isPaid = parts.every(({ category }) => category === 'declared_with_payment')
  const name = account_code === null ? wordFor(isPaid ? 'declared_with_payment' : 'not_booked') : account_name
  return [
    {
      ...line('account', [account_code, name, null, booked, 'booked', null]),
      ...ledger(account_code),
      target: targetOfAddress(entries),
    },
    ...parts.map((part) => {
      const { category, figure, activity_id, kind, amount } = part
      const isWaiting = kind === 'not_due' || kind === 'extinguished'
      const label = isWaiting ? `${wordFor(category)}, ${wordFor(kind)}` : wordFor(category)
      const row = line('line', [account_code, label, figure ?? activity_id, amount, kind, category])
      return { ...row, target: targetOfAddress(part.entries) }
    }),
  ]
}

function rowsOfTax(
  account: PresentedReconciliation['tax']['accounts'][number],
  ledger: LedgerOf,
  wordFor: ReconciliationWordFor,
): Row[] {
  const kinds = (['owed', 'deducted', 'transferred', 'other'] as const).filter((kind) => minorOf(account[kind]) !== 0n)
  const { account_code, account_name } = account
  return kinds.map((kind) => ({
    ...line('line', [account_code, `${account_name}: ${wordFor(kind)}`, null, account[kind], kind, null]),
    ...ledger(account_code),
    target: targetOfAddress(account[`${kind}_entries`]),
  }))
}

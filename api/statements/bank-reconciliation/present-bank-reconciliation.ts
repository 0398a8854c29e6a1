import type {
  Difference,
  ListedRepeat,
  Reconciliation,
  StatementGap,
} from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import type { PartOfBalance } from '../../../shared/accounting/bank/reconciliation/sums/part-of-balance.ts'
import type { PartOfOpening } from '../../../shared/accounting/bank/reconciliation/sums/part-of-opening.ts'
import { pageOfKey } from '../../../shared/camt053/repeats/compared-entries.ts'
import { jsonInteger } from '../../../shared/canonical/json-integer.ts'
import type { Locale } from '../../../shared/contract/setup/settings.ts'
import type { BankReconciliationQuery } from '../../../shared/contract/statements/bank-reconciliation.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { mapPausing, type Pause } from '../../../shared/process/pause.ts'
import type { MadeReconciliation } from '../../../shared/store/bank/kept-reconciliations.ts'
import type { ReconciledLedgerAccount } from '../../../shared/store/bank/reconciliation.ts'
import { contradictionInWords } from '../../bank/repeats/contradiction-in-words.ts'
import { presentMoney } from '../../http/present-money.ts'

/** The balances of the bank and of the ledger, and what lies between them: tens of thousands of bank entries where nobody books them. */
export async function presentBankReconciliation(
  {
    end_customer_id,
    locale,
    date,
    fiscal_year_id,
  }: BankReconciliationQuery & { readonly fiscal_year_id: string | null },
  { ledger, account, reconciliation, others = [] }: MadeReconciliation,
  pause: Pause,
) {
  const { account_code, account_name, currency } = account
  const used_locale = locale ?? ledger.locale
  const present = presenterOf(account, used_locale, pause)
  const { is_explained, ...presented } = await present(reconciliation, currency)
  const other_currencies: ({ readonly currency: string } & Awaited<ReturnType<typeof present>>)[] = []
  for (const other of others) {
    const { currency } = other
    other_currencies.push({ currency, ...(await present(other.reconciliation, currency)) })
  }
  return {
    object: 'bank_reconciliation',
    end_customer_id,
    end_customer_name: ledger.name,
    locale: used_locale,
    date,
    fiscal_year_id,
    account_code,
    account_name,
    currency,
    base_currency: account.base_currency,
    bank_accounts: namesOf(account),
    ledger_position: {
      entry_number: jsonInteger(ledger.last_entry_number),
      entry_hash: ledger.last_entry_hash,
    },
    ...presented,
    other_currencies,
    is_explained: is_explained && other_currencies.every((other) => other.is_explained),
  }
}

/** Everything that is said in one currency. */
function presenterOf(account: ReconciledLedgerAccount, locale: Locale, pause: Pause) {
  return async (reconciliation: Reconciliation, currency: string) => {
    const { bank_minor, ledger_minor, differences, gaps, last_statements, unexplained_minor } = reconciliation
    const { has_doubts = false, possible_repeats = [], bank_parts, opening_parts } = reconciliation
    const money = (amount_minor: bigint) => presentMoney(amount_minor, currency)
    return {
      last_statements: accountsOf(account).map((name) => lastStatementOf(name, account, last_statements)),
      bank_balance: money(bank_minor),
      bank_balance_parts: (bank_parts ?? []).map((part) => presentPart(part, currency)),
      ledger_balance: money(ledger_minor),
      opening_parts: (opening_parts ?? []).map((part) => presentOpening(part, currency)),
      difference: money(bank_minor - ledger_minor),
      differences: await mapPausing(differences, pause, (difference) => presentDifference(difference, currency)),
      gaps: await mapPausing(gaps, pause, (gap) => presentGap(gap, currency, locale)),
      possible_repeats: await mapPausing(possible_repeats, pause, (repeat) => presentRepeat(repeat, currency)),
      unexplained: money(unexplained_minor),
      is_explained:
        unexplained_minor === 0n && !has_doubts && possible_repeats.length === 0 && !gaps.some(isMissingStatement),
    }
  }
}

/** Of money of which no page of a bank statement says where it went nothing is explained, although the gap has a name. */
function isMissingStatement({ kind }: StatementGap): boolean {
  return kind === 'balance' || kind === 'missing_number' || kind === 'missing_page'
}

function presentDifference(difference: Difference, currency: string) {
  const { kind, date, amount_minor, bank_account, entry_id, journal_entry_id, line_number, text, statement_key } =
    difference
  return {
    kind,
    date,
    amount: presentMoney(amount_minor, currency),
    bank_account,
    entry_id: entry_id && publicId('camt053_entry', entry_id),
    journal_entry_id: journal_entry_id && publicId('journal_entry', journal_entry_id),
    line_number,
    import_id: importOf(statement_key),
    text,
  }
}

function presentPart(
  { kind, amount_minor, bank_account, statement_id, statement_key, ...days }: PartOfBalance,
  currency: string,
) {
  const { from_date, to_date } = days
  return {
    kind,
    bank_account,
    from_date,
    to_date,
    amount: presentMoney(amount_minor, currency),
    statement_id,
    import_id: importOf(statement_key),
  }
}

function presentOpening(part: PartOfOpening, currency: string) {
  const { kind, date, amount_minor } = part
  const ofBank = part.kind === 'opening_balance' ? part : null
  return {
    kind,
    date,
    amount: presentMoney(amount_minor, currency),
    fiscal_year_id: part.kind === 'opening_balance' ? null : part.fiscal_year_id,
    bank_account: ofBank?.bank_account ?? null,
    statement_id: ofBank?.statement_id ?? null,
    import_id: importOf(ofBank?.statement_key),
  }
}

/** The import of a bank statement; of one in several files that of its first page. */
function importOf(statement_key: string | null | undefined): string | null {
  return statement_key ? publicId('camt053_import', pageOfKey(statement_key).import_id) : null
}

function presentGap(gap: StatementGap, currency: string, locale: Locale) {
  return {
    kind: gap.kind,
    bank_account: gap.bank_account,
    date: gap.date,
    after_statement_id: gap.after,
    before_statement_id: gap.before,
    amount: presentMoney(gap.amount_minor, currency),
    text: contradictionInWords(gap, currency, locale),
  }
}

function presentRepeat({ entry_id, other_id, amount_minor, ...repeat }: ListedRepeat, currency: string) {
  return {
    entry_id: publicId('camt053_entry', entry_id),
    repeat_of_entry_id: publicId('camt053_entry', other_id),
    date: repeat.date,
    amount: presentMoney(amount_minor, currency),
    bank_account: repeat.bank_account,
    text: repeat.text,
    is_in_bank_balance: repeat.is_counted,
  }
}

/** Accounts at the bank, each once. */
function accountsOf({ bank_accounts, qr_ibans = [] }: ReconciledLedgerAccount): string[] {
  const ibans = new Map(qr_ibans.map(({ iban, qr_iban }) => [qr_iban, iban]))
  return [...new Set(bank_accounts.map((name) => ibans.get(name) ?? name))].sort()
}

/** All of their names. */
function namesOf(account: ReconciledLedgerAccount): string[] {
  const accounts = accountsOf(account)
  const others = (account.qr_ibans ?? []).filter(({ iban }) => accounts.includes(iban))
  return [...accounts, ...others.map(({ qr_iban }) => qr_iban)].sort()
}

function lastStatementOf(
  bank_account: string,
  { qr_ibans = [] }: ReconciledLedgerAccount,
  last_statements: Reconciliation['last_statements'],
) {
  const last = last_statements.find((statement) => statement.bank_account === bank_account)
  const qr_iban = qr_ibans.find(({ iban }) => iban === bank_account)?.qr_iban ?? null
  const { statement_id = null, closing_date = null, keys: [key] = [] } = last ?? {}
  return { bank_account, statement_id, closing_date, import_id: importOf(key), qr_iban }
}

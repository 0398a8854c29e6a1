import { accountFor, type Books, chartVersionOn, isActiveOn } from './books.ts'
import { type ExpenseDocument, rolesOf } from './expense-document.ts'
import { canHaveFiscalYear, fiscalYearOf } from './fiscal-years.ts'
import { isPaymentReference } from './references.ts'
import { taxOnNet } from './rounding.ts'
import { isRateValid, TAX_CODES } from './tax-codes.ts'
import { isUid } from './uid.ts'

/** Why a fact cannot be booked: what is wrong, where in the request, and what to do about it. */
export type Blocker = {
  readonly code: string
  readonly message: string
  readonly pointer: string
  readonly remedy: string
}

/** All that a rule may look at. `today` is the day in Switzerland, given by the caller. */
export type Situation = {
  readonly document: ExpenseDocument
  readonly books: Books
  readonly today: string
  /** Newest rate on or before the business date; null when none is known or none is needed. */
  readonly rate_e8: bigint | null
  /** Fact with the same external reference that is posted. */
  readonly posted_twin: string | null
  /** External reference of a fact with the same supplier, date, amount and number. */
  readonly duplicate_of: string | null
}

type Finding = { readonly message: string; readonly pointer?: string }
type Rule = {
  readonly code: string
  readonly pointer: string
  readonly remedy: string
  readonly source: string
  readonly find: (situation: Situation) => readonly Finding[]
}

/** Deviation that is accepted between the printed tax and the one computed from rate and net amount. */
const TAX_TOLERANCE_MINOR = 1n

/** Order in this table is order in the answer. */
export const RULES: readonly Rule[] = [
  {
    code: 'receipt_missing',
    pointer: '/evidence_links',
    remedy:
      'Send the fact again with an evidence link of type receipt, invoice or attachment, or with an approved missing_receipt_exception.',
    source: 'OR Art. 957a Abs. 2 Ziff. 2',
    find: ({ document }) =>
      when(
        document.receipt_required && !document.has_receipt && !document.has_receipt_exception,
        'A receipt is required, none is attached and no exception is approved.',
      ),
  },
  {
    code: 'supplier_missing',
    pointer: '/payload/supplier/name',
    remedy: 'Send the fact again with supplier.name.',
    source: 'MWSTG Art. 26 Abs. 2',
    find: ({ document }) => when(document.supplier_name === null, 'The document names no supplier.'),
  },
  {
    code: 'supplier_uid_invalid',
    pointer: '/payload/supplier/uid_mwst_number',
    remedy: 'Correct the number; its last digit is a check digit (CHE-116.281.710 MWST).',
    source: 'UIDV, modulo 11',
    find: ({ document: { supplier_uid } }) =>
      when(supplier_uid !== null && !isUid(supplier_uid), `${supplier_uid} is not a valid UID.`),
  },
  {
    code: 'amount_missing',
    pointer: '/payload/gross_amount',
    remedy: 'Send the fact again with gross_amount.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: ({ document }) => when(document.gross === null, 'The document has no gross amount.'),
  },
  {
    code: 'amount_zero',
    pointer: '/payload/gross_amount/amount_minor',
    remedy: 'Send the fact again with the amount; an invoice is positive, a credit note negative.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: ({ document }) => when(document.gross?.amount_minor === 0n, 'The gross amount is zero.'),
  },
  {
    code: 'currency_mismatch',
    pointer: '/payload/currency',
    remedy: 'Send the fact again with one currency in currency, gross_amount and every tax line.',
    source: 'OR Art. 957a Abs. 4',
    find: findCurrencyMismatch,
  },
  {
    code: 'exchange_rate_missing',
    pointer: '/payload/gross_amount/currency',
    remedy: 'Set an exchange rate for this currency on or before the business date.',
    source: 'OR Art. 957a Abs. 4',
    find: ({ document: { gross, business_date }, books, rate_e8 }) =>
      when(
        gross !== null && gross.currency !== books.base_currency && rate_e8 === null,
        `No exchange rate of ${gross?.currency} to ${books.base_currency} is known on or before ${business_date}.`,
      ),
  },
  {
    code: 'account_chart_missing',
    pointer: '/end_customer_id',
    remedy: 'Put the chart of accounts (PUT /v1/accounts) with a valid_from on or before the business date.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: ({ document, books }) =>
      when(!hasChart(document, books), `No chart of accounts is valid on ${document.business_date}.`),
  },
  {
    code: 'account_mapping_missing',
    pointer: '/payload',
    remedy: 'Map the key to an account, or put a chart that contains the account of the SME chart for it.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: findMissingMappings,
  },
  {
    code: 'account_inactive',
    pointer: '/payload',
    remedy: 'Put a chart that lists the account as active on the business date, or map the key to another account.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: findInactiveAccounts,
  },
  {
    code: 'fiscal_year_missing',
    pointer: '/business_date',
    remedy: 'Correct the date, or set the fiscal year.',
    source: 'OR Art. 958 Abs. 2',
    find: ({ document: { business_date }, books, today }) =>
      when(
        !fiscalYearOf(books.fiscal_years, business_date) && !canHaveFiscalYear(business_date, today),
        `${business_date} falls into no fiscal year; they open by themselves from 1990 to one year ahead.`,
      ),
  },
  {
    code: 'fiscal_year_closed',
    pointer: '/business_date',
    remedy: 'Reopen the fiscal year, or send the fact again with a business date in an open one.',
    source: 'OR Art. 958d Abs. 2',
    find: ({ document: { business_date }, books }) => {
      const year = fiscalYearOf(books.fiscal_years, business_date)
      return when(year?.state === 'closed', `Fiscal year ${year?.fiscal_year_id} is closed.`)
    },
  },
  {
    code: 'period_locked',
    pointer: '/business_date',
    remedy: 'Move the period lock, or send the fact again with a business date behind it.',
    source: 'GeBüV Art. 3',
    find: ({ document: { business_date }, books: { locked_through } }) =>
      when(
        locked_through !== null && business_date <= locked_through,
        `${business_date} lies in a period that is locked through ${locked_through}.`,
      ),
  },
  {
    code: 'document_date_in_future',
    pointer: '/payload/document_date',
    remedy: 'Correct the date, or wait: the fact is evaluated again on that day.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: ({ document: { document_date }, today }) =>
      when(document_date > today, `The document is dated ${document_date}, which is after ${today}.`),
  },
  {
    code: 'tax_code_unknown',
    pointer: '/payload/tax_lines',
    remedy: 'Use a tax code of purchases: M, I or B with the rate (I81), E100M, E100I or NONE.',
    source: 'MWSTG Art. 25',
    find: ({ document }) =>
      eachTaxLine(document, ({ tax_code }) =>
        TAX_CODES.has(tax_code) ? null : { field: 'tax_code', message: `Tax code ${tax_code} is unknown.` },
      ),
  },
  {
    code: 'tax_rate_not_valid_on_date',
    pointer: '/payload/tax_lines',
    remedy: 'Use the rate that was law on the day of supply, or send supply_date.',
    source: 'MWSTG Art. 25 and 115',
    find: ({ document }) =>
      eachTaxLine(document, ({ tax_code }) => {
        const code = TAX_CODES.get(tax_code)
        if (!code || isRateValid(code, document.supply_date)) return null
        return { field: 'tax_code', message: `The rate of ${tax_code} was not law on ${document.supply_date}.` }
      }),
  },
  {
    code: 'tax_amount_mismatch',
    pointer: '/payload/tax_lines',
    remedy: 'Correct net_amount, tax_amount or gross_amount; put a rounding difference on a line with code NONE.',
    source: 'MWSTG Art. 26 Abs. 2 lit. f',
    find: findTaxMismatch,
  },
  {
    code: 'already_posted',
    pointer: '/external_reference',
    remedy: 'Reverse the posted fact; this one is then booked by itself.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: ({ posted_twin }) =>
      when(posted_twin !== null, `Fact ${posted_twin} with the same external reference is already posted.`),
  },
  {
    code: 'duplicate_document',
    pointer: '/payload/document_number',
    remedy: 'Reverse the other fact if this one is right, or correct document_number if both are.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: ({ duplicate_of }) =>
      when(
        duplicate_of !== null,
        `Supplier, date, amount and number are those of the fact with external reference ${duplicate_of}.`,
      ),
  },
  {
    code: 'reference_invalid',
    pointer: '/payload/payment_reference',
    remedy: 'Correct the reference: 27 digits (QRR) or RF… (SCOR), both with check digits.',
    source: 'ISO 11649; Swiss QR-bill',
    find: ({ document: { payment_reference } }) =>
      when(
        payment_reference !== null && !isPaymentReference(payment_reference),
        `${payment_reference} is neither a QR reference nor a creditor reference.`,
      ),
  },
]

/** Everything that stops a document from being booked, all at once and in the order of the table. */
export function evaluateBlockers(situation: Situation): Blocker[] {
  return RULES.flatMap(({ code, pointer, remedy, find }) =>
    find(situation).map((finding) => ({ code, message: finding.message, pointer: finding.pointer ?? pointer, remedy })),
  )
}

function when(applies: boolean, message: string): Finding[] {
  return applies ? [{ message }] : []
}

function hasChart(document: ExpenseDocument, books: Books): boolean {
  return chartVersionOn(books, document.business_date) !== undefined
}

function findCurrencyMismatch({ document: { currency, gross, tax_lines } }: Situation): Finding[] {
  if (gross === null) return []
  const others = [currency, ...tax_lines.flatMap(({ net, tax }) => [net.currency, tax.currency])]
  const other = others.find((candidate) => candidate !== null && candidate !== gross.currency)
  return when(other !== undefined, `The gross amount is in ${gross.currency}, but the document also says ${other}.`)
}

/** Without any chart there are no mappings either; then only the missing chart is reported. */
function findMissingMappings({ document, books }: Situation): Finding[] {
  if (!hasChart(document, books)) return []
  return rolesOf(document, books)
    .filter(({ keys }) => accountFor(books, keys, document.business_date) === undefined)
    .map(({ keys, pointer }) => ({ message: `No account is mapped to ${keys.join(' or ')}.`, pointer }))
}

function findInactiveAccounts({ document, books }: Situation): Finding[] {
  if (!hasChart(document, books)) return []
  return rolesOf(document, books).flatMap(({ keys, pointer }) => {
    const account = accountFor(books, keys, document.business_date)
    if (account === undefined || isActiveOn(books, account, document.business_date)) return []
    return [{ message: `Account ${account} is not active on ${document.business_date}.`, pointer }]
  })
}

function findTaxMismatch({ document }: Situation): Finding[] {
  const { gross, tax_lines } = document
  if (gross === null || tax_lines.length === 0) return []
  const sum = tax_lines.reduce((total, line) => total + line.net.amount_minor + printedTax(line), 0n)
  const wrongSum = when(
    sum !== gross.amount_minor,
    `The tax lines sum up to ${sum}, the gross amount is ${gross.amount_minor} (minor units).`,
  )
  return [...eachTaxLine(document, wrongTax), ...wrongSum]
}

/** Acquisition tax is not on the document: the supplier gets the net amount only. */
function printedTax({ tax_code, tax }: ExpenseDocument['tax_lines'][number]): bigint {
  return TAX_CODES.get(tax_code)?.direction === 'acquisition' ? 0n : tax.amount_minor
}

function wrongTax({ tax_code, net, tax }: ExpenseDocument['tax_lines'][number]) {
  const code = TAX_CODES.get(tax_code)
  if (!code) return null
  const isImport = code.direction.startsWith('import')
  if (isImport && net.amount_minor === 0n) return null
  if (isImport) return { field: 'net_amount', message: `${tax_code} is tax in full: its net amount must be 0.` }
  // A document does not print acquisition tax, so its line may leave it at zero.
  if (code.direction === 'acquisition' && tax.amount_minor === 0n) return null
  const expected = taxOnNet(net.amount_minor, code.rate_bp)
  const deviation = tax.amount_minor - expected
  if (deviation <= TAX_TOLERANCE_MINOR && deviation >= -TAX_TOLERANCE_MINOR) return null
  return {
    field: 'tax_amount',
    message: `${tax_code} on ${net.amount_minor} is ${expected}, not ${tax.amount_minor} (minor units).`,
  }
}

function eachTaxLine(
  document: ExpenseDocument,
  check: (line: ExpenseDocument['tax_lines'][number]) => { field: string; message: string } | null,
): Finding[] {
  return document.tax_lines.flatMap((line, index) => {
    const wrong = check(line)
    return wrong ? [{ message: wrong.message, pointer: `/payload/tax_lines/${index}/${wrong.field}` }] : []
  })
}

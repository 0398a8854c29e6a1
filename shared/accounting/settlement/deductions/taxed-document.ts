import type { OpenItemKind } from '../../../contract/open-items/open-items.ts'
import type { SupplyOfLine } from '../../documents/supply.ts'
import type { TaxSnapshot } from '../../documents/tax-record.ts'
import type { JournalLine } from '../../journal/journal-entry.ts'
import type { DeductedSide } from './deduction-table.ts'
import type { ReducedSoFar } from './reductions-so-far.ts'

/** A line of the entry that opened an item, apart from those of open items. */
export type DocumentLine = Pick<JournalLine, 'account_code' | 'debit_minor' | 'credit_minor' | 'tax'> & {
  readonly line_number: number
}

/** The document behind an open item, as it was booked. Amounts are signed like the item. */
export type DocumentOfItem = {
  readonly open_item_id: string
  readonly kind: OpenItemKind
  readonly side: DeductedSide
  readonly amount_minor: bigint
  readonly base_amount_minor: bigint
  readonly document_date: string
  readonly journal_entry_id: string
  /** A voucher says with each of its lines what it wants; only of those with tax it is known what they are. */
  readonly is_voucher: boolean
  readonly lines: readonly DocumentLine[]
  /** Lines of money that its entry takes off or asks for. */
  readonly advances?: readonly DocumentLine[]
  /** Of the rules before `RULE_OF_RESTS`: unless payments make its tax due, all of its lines are reduced. */
  readonly is_reduced_wholly?: boolean
  /** The record on the line of the item itself: an advance at a net tax rate has one. */
  readonly own_tax?: TaxSnapshot | null
  /** Tax that another system has booked, in the currency of the item. */
  readonly memo: readonly MemoOfLine[]
  /** What of it is reduced already. */
  readonly reduced: ReducedSoFar
}

/** Signed like the item. */
export type MemoOfLine = SupplyOfLine & {
  readonly tax_code: string
  readonly net_minor: bigint
  readonly tax_minor: bigint
  readonly activity_id: string | null
}

/** A part of a document that is taxed in one way, in the base currency and signed like the item. */
export type TaxedPart = {
  readonly gross_minor: bigint
  /** Of it, on an account of its own. */
  readonly tax_minor: bigint
  /** Where the rest of it stands; null where that is not known. */
  readonly account_code: string | null
  readonly record: TaxSnapshot | null
  /** Where its tax stands, and which line has its record; null without a line. */
  readonly tax_line: DocumentLine | null
}

/** Acquisition tax is owed and deducted beside the amount that the supplier gets. */
export type AcquiredTax = { readonly owed: DocumentLine; readonly counter: DocumentLine }
type TaxedDocument = { readonly parts: readonly TaxedPart[]; readonly acquired: readonly AcquiredTax[] }

/**
 * The parts of a document by its lines, and its acquisition tax. The line of a tax follows that of what is taxed; a record
 * without tax stands on the taxed line itself. The line before the tax of an advance is an open item, so it is not here.
 */
export function partsOfDocument(document: DocumentOfItem): TaxedDocument {
  const acquired = acquiredOf(document)
  const others = document.lines.filter(
    (line) => !acquired.some(({ owed, counter }) => line === owed || line === counter),
  )
  const parts: TaxedPart[] = []
  const ordered = document.is_voucher ? inOrderOfVoucher(others) : others
  for (const [at, line] of ordered.entries()) {
    const amount_minor = addsToItem(document, line)
    const taxed = hasTaxOnAccount(line) && !isImport(line) ? taxedBy(document, line, parts, ordered[at - 1]) : -1
    const part = parts[taxed]
    if (!hasTaxOnAccount(line))
      parts.push({ ...untaxed(line.account_code, amount_minor), record: line.tax, tax_line: line.tax && line })
    else if (part) parts[taxed] = { ...part, ...withTax(part.gross_minor, line, amount_minor) }
    else parts.push(taxAlone(line, amount_minor))
  }
  return { parts: known(document, parts), acquired }
}

function inOrderOfVoucher(lines: readonly DocumentLine[]): DocumentLine[] {
  return [...lines.filter((line) => !hasTaxOnAccount(line)), ...lines.filter(hasTaxOnAccount)]
}

/** The place of the part that a line taxes: the one before it, in a voucher one of the amount of its base. */
function taxedBy(
  { is_voucher }: DocumentOfItem,
  { tax, line_number }: DocumentLine,
  parts: readonly TaxedPart[],
  before: DocumentLine | undefined,
): number {
  const base_minor = magnitude(tax?.base_minor ?? 0n)
  if (!is_voucher)
    return before?.line_number === line_number - 1 && parts.at(-1)?.record === null ? parts.length - 1 : -1
  return parts.findLastIndex(({ record, gross_minor }) => record === null && magnitude(gross_minor) === base_minor)
}

function withTax(net_minor: bigint, line: DocumentLine, tax_minor: bigint) {
  return { gross_minor: net_minor + tax_minor, tax_minor, record: line.tax, tax_line: line }
}

/** Without a line before it: a voucher may have its lines in any order, and import tax has no base in the document. */
function taxAlone(line: DocumentLine, amount_minor: bigint): TaxedPart {
  const { base_minor = 0n } = line.tax ?? {}
  const base = isImport(line) ? 0n : amount_minor < 0n ? -magnitude(base_minor) : magnitude(base_minor)
  return { account_code: null, ...withTax(base, line, amount_minor) }
}

/** Where a voucher has tax, its other lines are money or whatever else. */
function known({ is_voucher }: DocumentOfItem, parts: readonly TaxedPart[]): readonly TaxedPart[] {
  const taxed = parts.filter(({ record }) => record !== null)
  return is_voucher && taxed.length > 0 ? taxed : parts
}

function acquiredOf({ lines }: DocumentOfItem): AcquiredTax[] {
  const taken = new Set<DocumentLine>()
  return lines.flatMap((owed, index): AcquiredTax[] => {
    if (owed.tax?.direction !== 'acquisition' || !hasTaxOnAccount(owed)) return []
    const near = [...lines.slice(0, index).reverse(), ...lines.slice(index + 1)]
    const counter = near.find(
      (line) => !taken.has(line) && line.debit_minor === owed.credit_minor && line.credit_minor === owed.debit_minor,
    )
    if (!counter) return []
    taken.add(counter)
    return [{ owed, counter }]
  })
}

/** What a line adds to an item of the document. */
export function addsToItem(
  { side }: Pick<DocumentOfItem, 'side'>,
  { debit_minor, credit_minor }: Pick<DocumentLine, 'debit_minor' | 'credit_minor'>,
): bigint {
  return side === 'receivable' ? credit_minor - debit_minor : debit_minor - credit_minor
}

function hasTaxOnAccount({ tax }: DocumentLine): boolean {
  return tax !== null && tax.tax_minor !== 0n
}

function isImport({ tax }: DocumentLine): boolean {
  return tax?.direction.startsWith('import') ?? false
}

function untaxed(account_code: string, gross_minor: bigint): TaxedPart {
  return { gross_minor, tax_minor: 0n, account_code, record: null, tax_line: null }
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

import type { OpenItemKind } from '../../../contract/open-items/open-items.ts'
import type { Json } from '../../../contract/schema.ts'
import type { Invoice } from '../../documents/accounting-document.ts'
import type { JournalLine, Movement } from '../../journal/journal-entry.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import type { PostedFact } from '../entry-of-fact.ts'
import { FACT_KINDS } from '../fact-kinds.ts'

export type NewOpenItem = {
  readonly kind: OpenItemKind
  readonly end_customer_id: string
  readonly open_item_id: string
  readonly source_fact_id: string
  readonly journal_entry_id: string
  readonly entry_number: bigint
  /** The line that opens it; 0 where rounding has left no line. */
  readonly line_number: number
  readonly posting_date: string
  readonly account_code: string
  readonly partner_name: string
  readonly partner_reference: string | null
  readonly document_number: string | null
  readonly document_date: string
  readonly due_date: string | null
  readonly payment_reference: string | null
  readonly currency: string
  readonly amount_minor: bigint
  readonly base_amount_minor: bigint
  /** Taken over from another system. */
  readonly is_opening: boolean
  readonly tax_lines: Json
  readonly created_at: string
}

type LineItem = Pick<NewOpenItem, 'kind' | 'line_number' | 'account_code' | 'currency' | 'amount_minor'> &
  Pick<NewOpenItem, 'base_amount_minor'>

/**
 * The open items that a document leaves: one for the amount owed, unless an advance has paid all of it, and one of the
 * same partner for every other line on a control account, such as the advance of an advance invoice. None for a voucher.
 *
 * @param newId makes the id of an item
 */
export function openItemsOfFact(
  { fact, open_item, entry, control_accounts }: PostedFact,
  entry_number: bigint,
  newId: () => string,
): NewOpenItem[] {
  const { document } = fact
  if (document.fact_type === 'journal_voucher' || open_item === null) return []
  const rest = {
    end_customer_id: fact.end_customer_id,
    source_fact_id: fact.source_fact_id,
    journal_entry_id: entry.journal_entry_id,
    entry_number,
    posting_date: entry.posting_date,
    ...partnerOf(document),
    document_number: document.document_number,
    document_date: document.document_date,
    due_date: document.due_date,
    payment_reference: document.payment_reference,
    is_opening: false,
    tax_lines: null,
    created_at: entry.posted_at,
  }
  const main = mainItem(document, open_item, entry.lines)
  const others = entry.lines.flatMap((line, index) =>
    index + 1 === main.line_number ? [] : (itemOfLine(line, index + 1, main.kind, control_accounts) ?? []),
  )
  const owed = main.amount_minor === 0n && main.base_amount_minor === 0n ? [] : [main]
  return [...owed, ...others].map((item) => ({ ...rest, ...item, open_item_id: newId() }))
}

function partnerOf({ partner_name, partner_reference }: Invoice) {
  return { partner_name: partner_name ?? '', partner_reference }
}

/** A payable stands in credit and a receivable in debit; as open items both are positive. */
function mainItem({ fact_type }: Invoice, movement: Movement, lines: readonly JournalLine[]): LineItem {
  const { kind, sign } = FACT_KINDS[fact_type].open_item
  const { account_code, amount_minor, currency, transaction_minor } = movement
  const index = lines.findIndex(
    (line) => line.account_code === account_code && line.debit_minor - line.credit_minor === amount_minor,
  )
  return {
    kind,
    line_number: index + 1,
    account_code,
    currency,
    amount_minor: sign * transaction_minor,
    base_amount_minor: sign * amount_minor,
  }
}

/** An account of several kinds takes the one of the document's side. */
function itemOfLine(
  line: JournalLine,
  line_number: number,
  main: OpenItemKind,
  control_accounts: PostingSettings['control_accounts'],
): LineItem | null {
  const kinds = control_accounts.filter((account) => account.account_code === line.account_code)
  if (kinds.length === 0) return null
  const kind = (kinds.find((account) => isOfCustomer(account.kind) === isOfCustomer(main)) ?? kinds[0])?.kind ?? main
  const sign = line.debit_minor > 0n === isOfCustomer(kind) ? 1n : -1n
  return {
    kind,
    line_number,
    account_code: line.account_code,
    currency: line.transaction_currency,
    amount_minor: sign * line.transaction_minor,
    base_amount_minor: sign * (line.debit_minor + line.credit_minor),
  }
}

/** Debit is positive on the side of customers, credit on the side of suppliers. */
function isOfCustomer(kind: OpenItemKind): boolean {
  return kind === 'receivable' || kind === 'customer_credit'
}

import type { Invoice, JournalVoucher, VoucherLine } from '../../documents/accounting-document.ts'
import { type Check, checkForKind, type RuleContext, withKinds } from '../../documents/rule-context.ts'
import { supplyOfRequest } from '../../documents/supply.ts'
import type { NewVoucherItem } from '../../documents/voucher-item.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'

/**
 * A rule of documents that holds for the tax lines of new items too: each item is the document of another system, with its
 * side and date.
 *
 * @param has_gross whether the rule reads the amount of the item; tax lines may sum up to less than that
 */
export function withMemos(find: Check, has_gross = false): Check {
  const ofAll = (context: RuleContext) => {
    const findings = find(context)
    const { document: voucher } = context
    if (voucher.fact_type !== 'journal_voucher') return findings
    const ofMemos = memosOf(voucher, context).flatMap(({ document, path }) =>
      find({ ...context, document: has_gross ? document : { ...document, gross: null } }).map((finding) => ({
        ...finding,
        ...(finding.pointer !== undefined && { pointer: finding.pointer.replace('/payload', path) }),
      })),
    )
    return [...findings, ...ofMemos]
  }
  // Only a voucher has new items.
  return withKinds(ofAll, (fact_type) => (fact_type === 'journal_voucher' ? ofAll : checkForKind(find, fact_type)))
}

function memosOf(document: JournalVoucher, { settings }: RuleContext): { document: Invoice; path: string }[] {
  return document.lines.flatMap((line, index) => {
    const { open_item } = line
    if (open_item?.by !== 'new' || open_item.item.tax_lines.length === 0) return []
    const path = `/payload/lines/${index}/open_item/new`
    return [{ document: memoOf(document, line, open_item.item, settings), path }]
  })
}

function memoOf(voucher: JournalVoucher, line: VoucherLine, item: NewVoucherItem, settings: PostingSettings): Invoice {
  const { entry_type: _, text: __, bank_entries: ___, lines: ____, ...header } = voucher
  const { document_date, document_number, due_date, payment_reference, partner, tax_lines } = item
  const ofSupplier = isOfSupplier(line, item, settings)
  const { amount_minor, currency } = line.amount
  return {
    ...header,
    fact_type: ofSupplier ? 'expense_document' : 'customer_invoice',
    document_date,
    supply_date: document_date,
    document_number,
    due_date,
    payment_reference,
    currency,
    gross: { amount_minor: ofSupplier ? -amount_minor : amount_minor, currency },
    partner_name: partner.name,
    partner_reference: partner.reference,
    partner_uid: null,
    partner_country: null,
    partner_iban: null,
    category: null,
    has_accepted_debt: false,
    tax_lines: tax_lines.map(({ tax_code, net_amount, tax_amount, activity_id = null, ...line }) => ({
      tax_code,
      net: { ...net_amount, amount_minor: BigInt(net_amount.amount_minor) },
      tax: { ...tax_amount, amount_minor: BigInt(tax_amount.amount_minor) },
      category: null,
      has_accepted_tax: false,
      activity_id,
      ...supplyOfRequest(line),
    })),
  }
}

/** As the line says it, else its account; where neither does, the item is refused for that. */
function isOfSupplier({ account_code }: VoucherLine, { kind }: NewVoucherItem, { control_accounts }: PostingSettings) {
  const known = kind ?? control_accounts.find((account) => account.account_code === account_code)?.kind
  return known === 'payable' || known === 'supplier_advance'
}

import { EVIDENCE_NAMES_OTHER } from '../../../shared/accounting/facts/rules/evidence-names-other.ts'
import { CREDIT_NOTE_BEYOND, creditedBeyond } from '../../../shared/accounting/open-items/reductions/credited-beyond.ts'
import { LOSS_WITHOUT_ROLE } from '../../../shared/accounting/open-items/reductions/unknown-loss.ts'
import { sideOfKind } from '../../../shared/accounting/settlement/deductions/deduction-table.ts'
import { paidBeforeSale } from '../../../shared/accounting/vat/return/paid-before-sale.ts'
import { publicId } from '../../../shared/process/ids.ts'
import type { AllocationRow } from '../../../shared/store/settlement/allocations.ts'
import type { DoubtedAllocation } from '../../../shared/store/settlement/doubts/doubted-allocations.ts'
import { presentMoney } from '../../http/present-money.ts'
import { presentDeductions } from '../deductions/present-deductions.ts'
import { presentIntent } from '../present-intent.ts'
import { warnOfEqualLine } from '../room/warn-of-equal-line.ts'
import { warnOfUsedBefore } from '../room/warn-of-used-before.ts'

const LOSS_WITHOUT_ACCOUNT = {
  code: LOSS_WITHOUT_ROLE.code,
  message:
    'No account is mapped to posting.bad_debt (3805 of the SME chart), so what is written off stands on that of posting.revenue.reduction.',
  remedy:
    'Map the account of losses to posting.bad_debt (PUT /v1/account-mappings), reverse the allocation, and send it again. Nothing, where the loss is to stand among the reductions.',
} as const

/** Contract, "Payment allocation (response)". */
export function presentAllocation(allocation: DoubtedAllocation) {
  const { currency, journal_entry_id, reversal_journal_entry_id, payment_id } = allocation
  return {
    object: 'payment_allocation',
    id: publicId('payment_allocation', allocation.allocation_id),
    amount: presentMoney(allocation.amount_minor, currency),
    customer_credit_balance: presentMoney(allocation.payment_open_minor ?? 0n, currency),
    end_customer_id: allocation.end_customer_id,
    journal_entry_id: journal_entry_id && publicId('journal_entry', journal_entry_id),
    reversal_journal_entry_id: reversal_journal_entry_id && publicId('journal_entry', reversal_journal_entry_id),
    lines: allocation.lines.map((line, index) => ({
      amount: allocation.request.lines[index]?.amount ?? presentMoney(BigInt(line.amount_minor), currency),
      ...nameOf(line),
      open_amount_before: presentMoney(BigInt(line.open_amount_before_minor), line.currency),
      paid: allocation.request.lines[index]?.paid ?? null,
      deductions: presentDeductions(allocation.request.lines[index]?.deductions),
    })),
    payment_id: payment_id && publicId('payment', payment_id),
    account_code: allocation.request.account_code ?? null,
    posting_date: allocation.posting_date,
    reason: allocation.request.reason ?? null,
    warnings: [
      ...warnOfUsedBefore('allocation', allocation.posting_date, usedItems(allocation)),
      ...paidBefore(allocation),
      ...credited(allocation),
      ...lostWithoutAccount(allocation),
      ...paidOther(allocation),
      ...warnOfEqualLine(allocation.equal_line, '/payment_id'),
    ],
    state: allocation.state,
    created_at: allocation.created_at,
    intents: allocation.intents.map(presentIntent),
  }
}

/** The credit of the payment behind the lines: the first allocation opens it, later ones use it. */
function usedItems({ state, lines, credit_opened_on }: AllocationRow) {
  return [
    ...lines.map((line, index) => ({ opened_on: line.opened_on, pointer: `/lines/${index}/${fieldOf(line)}` })),
    // That of a reversed one may be another by now.
    ...(state === 'reversed' ? [] : [{ opened_on: credit_opened_on, pointer: '/payment_id' }]),
  ]
}

/** The part of an invoice that money has paid in an earlier return. */
function paidBefore({ state, lines, paid_on }: AllocationRow) {
  if (state === 'reversed') return []
  return lines.flatMap((line, index) => {
    const told = paidBeforeSale(line.sale_after, paid_on, BigInt(line.amount_minor), 'allocation')
    const pointer = `/lines/${index}/${fieldOf(line)}`
    return told ? [{ code: 'paid_before_invoice', pointer, ...told }] : []
  })
}

/** Credit notes that take back more tax than what they are set off against has. */
function credited({ state, lines }: AllocationRow) {
  if (state === 'reversed') return []
  const { code, remedy } = CREDIT_NOTE_BEYOND
  const items = lines.map((line, index) => {
    const taken_minor = BigInt(line.amount_minor)
    return { taken_minor, credit: line.credit, pointer: `/lines/${index}/${fieldOf(line)}` }
  })
  return creditedBeyond(items).map((told) => ({ code, ...told, remedy }))
}

/** What the payment tells says which document is paid. */
function paidOther({ payment_id, payment_doubt }: DoubtedAllocation) {
  if (payment_id === null || payment_doubt === null) return []
  const { code, remedy } = EVIDENCE_NAMES_OTHER
  return [
    { code, message: `Payment ${publicId('payment', payment_id)} ${payment_doubt}.`, pointer: '/payment_id', remedy },
  ]
}

/** What is written off of customers' items gives way to the account of reductions where losses have none. */
function lostWithoutAccount({ state, lines, request, is_loss_without_account }: AllocationRow) {
  if (state === 'reversed' || !is_loss_without_account) return []
  return lines.flatMap((line, at) => {
    if (sideOfKind(line.kind) === 'payable') return []
    const deductions = request.lines[at]?.deductions ?? []
    return deductions.flatMap(({ type }, index) =>
      type === 'write_off' ? [{ ...LOSS_WITHOUT_ACCOUNT, pointer: `/lines/${at}/deductions/${index}` }] : [],
    )
  })
}

function fieldOf({ kind }: AllocationRow['lines'][number]) {
  return sideOfKind(kind) === 'payable' ? 'supplier_payable_id' : 'document_id'
}

function nameOf({ kind, document_id: id }: AllocationRow['lines'][number]) {
  return sideOfKind(kind) === 'payable'
    ? { document_id: null, supplier_payable_id: publicId('supplier_payable', id) }
    : { document_id: publicId('document', id), supplier_payable_id: null }
}

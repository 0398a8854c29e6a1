import {
  findBankEntryOfPayment,
  findNamedBankEntry,
  findUsedBankEntry,
  keepCredits,
  type NamedBankEntries,
  type PlannedUse,
  takeUses,
} from '../bank/bank-entry-state.ts'
import { findBookedByEvidence } from '../bank/booked-by-evidence.ts'
import { type CreditPlan, creditedBy, planCredits } from '../bank/credit-of-payments.ts'
import { findNamedBeside } from '../bank/named-beside.ts'
import { planUses, USES_NOTHING } from '../bank/plan-uses.ts'
import type { UsePlan } from '../bank/use-plan.ts'
import type { Finding, RuleContext } from '../documents/rule-context.ts'
import type { ItemStates } from '../documents/voucher-item.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import type { PreparedFact } from './prepare-fact.ts'

/** What a fact uses of bank entries, the credit that it gives to their payments, and what is to be told of them. */
export type BankEntryPlan = UsePlan &
  Pick<CreditPlan, 'given'> & {
    readonly doubts: readonly Finding[]
    readonly named_beside: readonly Finding[]
    readonly debits: RuleContext['bank_debits']
  }

export function planBankEntries(
  bankEntries: NamedBankEntries,
  { document, end_customer_id, source_fact_id }: PreparedFact,
  settings: PostingSettings,
  open_items: ItemStates,
): BankEntryPlan {
  if (document.fact_type !== 'journal_voucher')
    return { ...USES_NOTHING, given: [], doubts: [], named_beside: [], debits: [] }
  const plan = planUses(document, settings, (named) => findNamedBankEntry(bankEntries, end_customer_id, named))
  const credits = planCredits(document, source_fact_id, plan.uses, open_items, (payment_id) =>
    findBankEntryOfPayment(bankEntries, end_customer_id, payment_id),
  )
  const findings = plan.findings.length > 0 ? plan.findings : credits.findings
  const findUsed = (use: PlannedUse) => findUsedBankEntry(bankEntries, end_customer_id, use)
  const doubts = findBookedByEvidence(document, plan.uses, findUsed)
  const named_beside = findNamedBeside(document, plan.uses, open_items, findUsed)
  const debits = plan.uses.flatMap((use) => {
    const used = findUsed(use)
    return used?.credit_debit === 'DBIT' ? [used] : []
  })
  return { uses: plan.uses, findings, given: credits.given, doubts, named_beside, debits }
}

/** Lets later facts of the batch see what a posted one has used of bank entries, and the credit that it gave. */
export function keepBankEntries(
  bankEntries: NamedBankEntries,
  { document, end_customer_id, source_fact_id, external_reference }: PreparedFact,
  { uses, given }: BankEntryPlan,
): void {
  if (document.fact_type !== 'journal_voucher') return
  const credited = creditedBy(document)
  const booking = { source_fact_id, credited, date: document.business_date }
  takeUses(bankEntries, end_customer_id, uses, `the fact ${external_reference}`, booking)
  keepCredits(bankEntries, end_customer_id, given)
}

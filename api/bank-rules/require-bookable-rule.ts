import { checkBankRule } from '../../shared/accounting/bank-rules/check-bank-rule.ts'
import { detailsOfBlockers, detailsOfRefusal, sampleOfRule } from '../../shared/accounting/bank-rules/sample-of-rule.ts'
import { hasNameWords } from '../../shared/camt053/matching/match-bank-rule.ts'
import type { BankRuleContent } from '../../shared/contract/bank-rules/bank-rules.ts'
import { type ErrorDetail, validationFailed } from '../../shared/contract/platform/errors.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { findBlockersOf } from '../../shared/store/bank-rules/decide-vouchers.ts'
import type { Db } from '../../shared/store/db/database.ts'
import { readPostingSettings } from '../../shared/store/setup/posting-settings.ts'

/**
 * Refuses a rule whose vouchers would be refused. The same rules look at a voucher of today: what they find wrong with its
 * accounts and tax codes is told at the members of the rule.
 *
 * @throws ApiError validation_failed with everything that is wrong
 */
export async function requireBookableRule(db: Db, end_customer_id: string, content: BankRuleContent): Promise<void> {
  const wrong = checkBankRule(content, hasNameWords)
  if (wrong.length > 0) throw validationFailed(wrong)
  const details = await detailsOfSample(db, end_customer_id, content)
  if (details.length > 0) throw validationFailed(details)
}

async function detailsOfSample(db: Db, end_customer_id: string, content: BankRuleContent): Promise<ErrorDetail[]> {
  const settings = (await readPostingSettings(db, [end_customer_id])).get(end_customer_id)
  if (!settings) {
    const message = 'This end customer has no chart of accounts yet. Put it first (PUT /v1/accounts).'
    return [{ pointer: '/end_customer_id', code: 'unknown_account', message }]
  }
  if (!content.action.lines) return []
  const today = todayInSwitzerland()
  const sample = sampleOfRule(end_customer_id, content, settings, today)
  if ('code' in sample) return detailsOfRefusal(sample)
  const [blockers = []] = await findBlockersOf(db, settings, [sample.voucher], today)
  return detailsOfBlockers(blockers, sample.places)
}

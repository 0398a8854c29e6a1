import { enqueue } from '../../shared/queue/enqueue.ts'
import { type BankRuleRow, findBankRule } from '../../shared/store/bank-rules/bank-rules.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { appendEvents, plainEvent } from '../../shared/store/platform/events.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import { presentBankRule } from './present-bank-rule.ts'

/** Has bank entries matched anew, announces the rule, and answers with it. */
export async function answerChangedRule(
  tx: Tx,
  { boss }: Pick<ApiDeps, 'boss'>,
  { end_customer_id, rule_id }: Pick<BankRuleRow, 'end_customer_id' | 'rule_id'>,
) {
  await enqueue(tx, boss, 'settlement.match', [
    { data: { end_customer_id }, options: { singletonKey: end_customer_id } },
  ])
  const subject = { end_customer_id, subject_type: 'bank_rule', subject_id: rule_id } as const
  await appendEvents(tx, [plainEvent(subject, 'bank_rule.changed')])
  return { body: presentBankRule((await findBankRule(tx, rule_id, [end_customer_id])) as BankRuleRow) }
}

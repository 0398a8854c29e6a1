import type { RuleContext } from '../../documents/rule-context.ts'
import type { ItemState } from '../../documents/voucher-item.ts'
import { itemsOfVoucher } from '../../open-items/items-of-voucher.ts'
import { isControlAccount } from '../../open-items/new-item.ts'
import type { ControlAccount, PostingSettings } from '../../setup/posting-settings.ts'

type KeptInBatch = {
  readonly settings: Map<string, PostingSettings>
  readonly open_items: ReadonlyMap<string, Map<string, ItemState>>
}

/** Lets later facts of a batch see what a posted voucher has left of its items, and which accounts need items now. */
export function keepItems(
  kept: KeptInBatch,
  end_customer_id: string,
  { document, settings, ...context }: RuleContext,
): void {
  if (document.fact_type !== 'journal_voucher') return
  const { after, lines } = itemsOfVoucher(document, { settings, ...context })
  const states = kept.open_items.get(end_customer_id)
  for (const [key, state] of after) states?.set(key, state)
  const opened = lines.flatMap(({ account_code, opens }) =>
    opens && !isControlAccount(settings, account_code) ? [{ account_code, kind: opens.kind }] : [],
  )
  if (opened.length === 0) return
  // As the next batch finds them: each once, in their order.
  const distinct = new Map(opened.map((account) => [`${account.account_code} ${account.kind}`, account]))
  const control_accounts = [...settings.control_accounts, ...[...distinct.values()].sort(byKind)]
  kept.settings.set(end_customer_id, { ...settings, control_accounts })
}

function byKind(a: ControlAccount, b: ControlAccount): number {
  return a.kind < b.kind ? -1 : 1
}

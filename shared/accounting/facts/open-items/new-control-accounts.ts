import type { AccountType } from '../../../contract/setup/accounts.ts'
import { type Finding, forVouchers, type RuleContext } from '../../documents/rule-context.ts'
import { isControlAccount } from '../../open-items/new-item.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { whyNoItems } from '../../statements/or-rows/why-no-items.ts'
import type { PreparedFact } from '../prepare-fact.ts'

/** An account on which a fact opens an item that would be the first one there. */
export type FreshAccount = { readonly end_customer_id: string; readonly account_code: string }

/** The accounts that vouchers would make control accounts, each once. */
export function freshAccounts(
  facts: readonly PreparedFact[],
  settings: ReadonlyMap<string, PostingSettings>,
): FreshAccount[] {
  const distinct = new Map<string, FreshAccount>()
  for (const { end_customer_id, document } of facts) {
    if (document.fact_type !== 'journal_voucher') continue
    for (const { account_code, open_item } of document.lines) {
      if (open_item?.by !== 'new' || isControlAccount(settings.get(end_customer_id), account_code)) continue
      distinct.set(`${end_customer_id} ${account_code}`, { end_customer_id, account_code })
    }
  }
  return [...distinct.values()]
}

/** Codes of accounts by end customer, to which the vouchers of a batch are added. */
export function accountsByCustomer(accounts: readonly FreshAccount[]): Map<string, Set<string>> {
  const grouped = Map.groupBy(accounts, ({ end_customer_id }) => end_customer_id)
  return new Map([...grouped].map(([id, fresh]) => [id, new Set(fresh.map(({ account_code }) => account_code))]))
}

/** Lets later vouchers of a batch see the accounts of a posted one. Those of documents have roles, which no item takes. */
export function keepAccounts(
  accounts: Map<string, Set<string>>,
  end_customer_id: string,
  { document }: RuleContext,
): void {
  if (document.fact_type !== 'journal_voucher') return
  const known = accounts.get(end_customer_id) ?? new Set()
  for (const { account_code } of document.lines) known.add(account_code)
  accounts.set(end_customer_id, known)
}

/**
 * New items on accounts that cannot be control accounts. An account stays one for ever, and each of its lines needs an
 * item then: money, tax and other lines that are posted by themselves have none.
 */
export const findUnfitAccounts = forVouchers((context) =>
  context.document.lines.flatMap(({ account_code, open_item }, index): Finding[] => {
    if (open_item?.by !== 'new' || isControlAccount(context.settings, account_code)) return []
    const account_type = context.accounts.get(account_code)?.account_type
    const reason = account_type && reasonAgainst(account_code, account_type, context)
    if (!reason) return []
    const message = `No open item stands on account ${account_code}, ${reason}`
    return [{ message, pointer: `/payload/lines/${index}/account_code` }]
  }),
)

function reasonAgainst(account_code: string, account_type: AccountType, context: RuleContext): string | null {
  const reason = whyNoItems(account_code, account_type)
  if (reason) return `which ${reason}.`
  const role = roleOf(account_code, context.settings)
  if (role) return `which has the role ${role}.`
  if (!context.accounts_with_lines.has(account_code)) return null
  return 'on which lines without an item are booked. Map it to a role of open items first (PUT /v1/account-mappings), which lists those lines.'
}

function roleOf(account_code: string, { mappings }: PostingSettings): string | undefined {
  return mappings.find((mapping) => mapping.account_code === account_code && mapping.mapping_key.startsWith('posting.'))
    ?.mapping_key
}

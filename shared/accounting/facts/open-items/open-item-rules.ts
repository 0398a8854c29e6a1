import { allChecks, type Finding, type RuleContext } from '../../documents/rule-context.ts'
import { findUnfitAccounts } from './new-control-accounts.ts'
import { findItems, findSetOffWithoutConsent } from './voucher-items.ts'

type OpenItemRule = {
  readonly code: string
  readonly pointer: string
  readonly remedy: string
  readonly source: string
  readonly find: (context: RuleContext) => readonly Finding[]
}

/** Rules of the open items that lines of vouchers change or open. */
export const OPEN_ITEM_RULES = [
  {
    code: 'open_item_missing',
    pointer: '/payload/lines',
    remedy:
      'Send the voucher again with open_item on the line: the item that it changes, or the new one that it opens.',
    source: 'OR Art. 958c Abs. 2',
    find: findItems('open_item_missing'),
  },
  {
    code: 'open_item_unknown',
    pointer: '/payload/lines',
    remedy: 'Send the voucher again with an item of this end customer that is not reversed.',
    source: 'OR Art. 958c Abs. 2',
    find: findItems('open_item_unknown'),
  },
  {
    code: 'open_item_mismatch',
    pointer: '/payload/lines',
    remedy: 'Send the voucher again with the account, currency, kind and value that belong to the item.',
    source: 'OR Art. 958c Abs. 2',
    find: allChecks(findItems('open_item_mismatch'), findUnfitAccounts),
  },
  {
    code: 'open_item_exceeded',
    pointer: '/payload/lines',
    remedy:
      'Correct the side or the amount, or reverse first what has used or reserved the item; the voucher is evaluated again when the item changes.',
    source: 'OR Art. 957a Abs. 2 Ziff. 1',
    find: findItems('open_item_exceeded'),
  },
  {
    code: 'set_off_consent_missing',
    pointer: '/payload/set_off_consent',
    remedy:
      'Send the voucher again with set_off_consent: who agreed to the set-off, and when. Where each partner has paid for his own, send a voucher for each.',
    source: 'OR Art. 120',
    find: findSetOffWithoutConsent,
  },
] as const satisfies readonly OpenItemRule[]

/** The blocker of a reversal that would take back what has been used. */
export const ITEM_USED = {
  code: 'open_item_exceeded',
  remedy: 'Reverse first what has used the item; the reversal is then booked by itself.',
} as const

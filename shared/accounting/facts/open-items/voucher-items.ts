import { amountInWords } from '../../amounts/decimal.ts'
import type { JournalVoucher } from '../../documents/accounting-document.ts'
import { type Finding, findingIf, forVouchers, type RuleContext } from '../../documents/rule-context.ts'
import { keyOfItem } from '../../documents/voucher-item.ts'
import { differenceOf, differenceOfTax, keysOfDifference } from '../../journal/exchange-difference.ts'
import type { Movement } from '../../journal/journal-entry.ts'
import { voucherMovements } from '../../journal/vouchers/voucher-posting.ts'
import type { ItemViolation } from '../../open-items/item-violation.ts'
import { itemsOfVoucher } from '../../open-items/items-of-voucher.ts'
import { isControlAccount } from '../../open-items/new-item.ts'
import { partnersInWords, partnersOf } from '../../open-items/partners.ts'
import { shareOfPaid, worthByDays } from '../../open-items/revaluation.ts'
import { partnersSetOff } from '../../open-items/set-off.ts'
import { usedBeforeInWords } from '../../open-items/used-before.ts'
import type { NeededAccount } from '../../setup/needed-account.ts'
import { accountFor, accountStatusOn } from '../../setup/posting-settings.ts'

type VoucherRuleContext = RuleContext<JournalVoucher>

/** The lines that a voucher would become; null while a rate is missing. */
export function movementsOfVoucher(context: VoucherRuleContext): Movement[] | null {
  const { document } = context
  return voucherMovements(document, itemsOfVoucher(document, context), context)
}

/** The accounts that the lines of a voucher name, and that of the exchange difference that they leave. */
export function accountsOfVoucher(document: JournalVoucher, context: RuleContext): NeededAccount[] {
  const named = document.lines.map(({ account_code }, index) => ({
    account_code,
    keys: [],
    status: context.accounts.get(account_code)?.status,
    pointer: `/payload/lines/${index}/account_code`,
  }))
  return [...named, ...accountOfDifference({ ...context, document })]
}

function accountOfDifference(context: VoucherRuleContext): NeededAccount[] {
  const { document, settings } = context
  const items = itemsOfVoucher(document, context)
  const movements = items.lines.length > 0 ? movementsOfVoucher(context) : null
  const ofLines = movements?.slice(0, document.lines.length) ?? []
  const ofTax = items.lines.flatMap(({ tax }) => (tax ? [differenceOfTax(tax)] : []))
  const differences = [differenceOf(ofLines, items, settings.base_currency), ...ofTax]
  return differences.flatMap((difference): NeededAccount[] => {
    const keys = keysOfDifference(difference)
    if (keys === null) return []
    const account_code = accountFor(settings, keys, document.business_date)
    const status =
      account_code === undefined ? undefined : accountStatusOn(settings, account_code, document.business_date)
    const lacks_item = account_code !== undefined && isControlAccount(settings, account_code)
    return [{ account_code, keys, status, pointer: '/payload/lines', lacks_item }]
  })
}

/** Lines that cannot change or open their item for a reason. */
export function findItems(code: ItemViolation['code']) {
  return forVouchers((context) =>
    itemsOfVoucher(context.document, context).violations.flatMap((violation): Finding[] =>
      violation.code === code
        ? [{ message: violation.message, pointer: `/payload/lines/${violation.index}${violation.field}` }]
        : [],
    ),
  )
}

/** Items of different partners are set off with their consent only, whatever the purposes of the lines say. */
export const findSetOffWithoutConsent = forVouchers((context) => {
  const { document } = context
  if (document.set_off_consent !== null || !document.lines.some(({ open_item }) => open_item !== null)) return []
  const items = itemsOfVoucher(document, context)
  const called = partnersOf(document, items, (purpose) => purpose === 'set_off')
  const movements = items.violations.length === 0 ? movementsOfVoucher(context) : null
  const partners = called.length > 1 || movements === null ? called : partnersSetOff(items, movements)
  return findingIf(partners.length > 1, `Items of different partners are set off: ${partnersInWords(partners)}.`)
})

/** Of which one payment changes items of several partners. */
export const findSeveralPartners = forVouchers(({ document, ...context }) => {
  const isPayment = (purpose: string | null) => purpose === 'payment' || purpose === 'refund'
  const partners = partnersOf(document, itemsOfVoucher(document, context), isPayment)
  return findingIf(partners.length > 1, `One payment is for items of several partners: ${partnersInWords(partners)}.`)
})

/** A revaluation of an item of which something was paid since leaves the share of that, until another one takes it back. */
export const findValueLeft = forVouchers((context) => {
  const { document, settings } = context
  const { lines, after } = itemsOfVoucher(document, context)
  return lines.flatMap(({ index, item: before, base_minor }): Finding[] => {
    const named = document.lines[index]?.open_item
    const item = named && named.by !== 'new' ? after.get(keyOfItem(named)) : undefined
    if (named?.purpose !== 'revaluation' || !item || item.book_base_minor === 0n) return []
    if (item.open_minor !== 0n) {
      const share = base_minor === null || !before ? 0n : shareOfPaid(before, document.business_date, base_minor)
      const worth = worthByDays(item)
      if (share === 0n || worth === null || worth === item.book_base_minor) return []
      const [stays, rest] = [item.book_base_minor - worth, worth].map((value) =>
        amountInWords(item.sign * value, settings.base_currency),
      )
      const message = `A part of the open item was paid or reserved since: ${stays} of the changes of its value are the share of that part and stay on the rest, which would be worth ${rest} without them.`
      return [{ message, pointer: `/payload/lines/${index}/open_item` }]
    }
    const value = amountInWords(item.sign * item.book_base_minor, settings.base_currency)
    const message = `Nothing of the open item is open any more, and ${value} of its value stay on account ${item.account_code}.`
    return [{ message, pointer: `/payload/lines/${index}/open_item` }]
  })
})

/** Changes of items on a day before that of their document: lists of the days between show them below zero. */
export const findUsedBefore = forVouchers((context) => {
  const { document } = context
  return itemsOfVoucher(document, context).lines.flatMap(({ index, item, amount_minor }): Finding[] => {
    const message = amount_minor === 0n ? null : usedBeforeInWords(item?.opened_on ?? null, document.business_date)
    return message === null ? [] : [{ message, pointer: `/payload/lines/${index}/open_item` }]
  })
})

/**
 * Changes of payables that leave less than the file of a payment order pays, without the money of that bank, or with a debit that had come
 * before there was the order, or that names another payment. Ids made later sort later.
 */
export const findOrdered = forVouchers((context) => {
  const { document, settings, bank_debits } = context
  const accounts = new Set(document.lines.map(({ account_code }) => account_code))
  const { lines, after } = itemsOfVoucher(document, context)
  return lines.flatMap(({ index, item, amount_minor }): Finding[] => {
    if (!item?.ordered || amount_minor === 0n) return []
    const { end_to_end_id, bank_account, amount_minor: ordered_minor, discount_minor } = item.ordered
    const { payment_order_id, ordered_on } = item.ordered
    const named = document.lines[index]?.open_item
    const left = named && named.by !== 'new' ? after.get(keyOfItem(named))?.open_minor : undefined
    if (left !== undefined && left >= BigInt(ordered_minor + discount_minor)) return []
    const keys = [`posting.bank.${bank_account}`, 'posting.bank']
    const isOfOther = bank_debits.some(
      ({ import_id, day, doubts }) =>
        import_id < payment_order_id || day < ordered_on || doubts?.get(item.open_item_id)?.is_of_other_payment,
    )
    if (accounts.has(accountFor(settings, keys, document.business_date) ?? '') && !isOfOther) return []
    const message = `The bank is ordered to pay the open item: its file pays it as ${end_to_end_id}, whatever is booked here.`
    return [{ message, pointer: `/payload/lines/${index}/open_item` }]
  })
})

import { by, type CodeFault, fault, put } from './code-fault.ts'

const BY_VOUCHER = 'api/open-items/payments-by-voucher'

/** Vouchers that change open items. */
export const OPEN_ITEM_FAULTS: readonly CodeFault[] = [
  fault(
    'control accounts take lines without items',
    'a voucher empties the account of payables, and its list stays',
    'shared/accounting/open-items/items-of-voucher.ts',
    put(
      'if (line.open_item === null && !isControl(line.account_code)) continue',
      'if (line.open_item === null) continue',
    ),
    by(BY_VOUCHER, 'a payment without its item is refused, and so is one of more than is open'),
  ),
  fault(
    'a voucher takes more than is open',
    'an item is paid twice by hand',
    'shared/accounting/open-items/change-of-item.ts',
    put('if (magnitude(change) > magnitude(open_minor))', 'if (magnitude(change) < 0n)'),
    by('accounting/open-items/items-of-voucher', 'takes more than is open: open_item_exceeded'),
  ),
  fault(
    'a voucher gives more than was opened',
    'an item grows beyond its document',
    'shared/accounting/open-items/change-of-item.ts',
    put('if (magnitude(balance_minor + change) > magnitude(amount_minor)) {', 'if (magnitude(change) < 0n) {'),
    by('accounting/open-items/items-of-voucher', 'takes back, more than it was: open_item_exceeded'),
  ),
  fault(
    'the reversal of a voucher gives nothing back',
    'an item stays settled although nothing pays it',
    'sql/functions/bank/keep_uses_of_facts.sql',
    put('perform undo_changes_of_items(new.end_customer_id, new.source_fact_id, new.journal_entry_id);', ''),
    by(BY_VOUCHER, 'an invoice is paid in cash, in two parts, and the reversal of a part gives it back'),
  ),
  fault(
    'vouchers of a batch do not see each other',
    'two vouchers of one batch take the same Rappen',
    'shared/accounting/facts/open-items/keep-items.ts',
    put('for (const [key, state] of after) states?.set(key, state)', 'for (const [] of after) states?.clear'),
    by('accounting/open-items/items-in-batch', 'a later voucher sees what an earlier one has left'),
  ),
  fault(
    'refunded credit stays',
    'credit that was paid back is allocated again',
    'shared/store/open-items/change-open-items.ts',
    put('credit_minor = credit_minor - moved.amount_minor', 'credit_minor = credit_minor'),
    by('api/open-items/credit-by-voucher', 'credit that is refunded is not there any more'),
  ),
  fault(
    'a gain is booked as a loss',
    'the difference of a foreign item goes to the wrong account',
    'shared/accounting/journal/exchange-difference.ts',
    put('difference_minor > 0n ? KEYS.gain : KEYS.loss', 'difference_minor < 0n ? KEYS.gain : KEYS.loss'),
    by(
      'accounting/open-items/value-of-items',
      'a foreign item is closed at its share of the book value, and the difference is a loss or a gain',
    ),
  ),
  fault(
    'an item of another end customer is found',
    'a voucher pays the debt of a stranger',
    'shared/store/open-items/named/find-named-items.ts',
    put(
      'where open_items.end_customer_id = named.end_customer_id and open_item_id = named_id',
      'where open_item_id = named_id',
    ),
    by(BY_VOUCHER, 'an item of another end customer is unknown'),
  ),
  fault(
    'nobody is asked about a set-off',
    'the claim of one partner pays the debt of another',
    'shared/accounting/facts/open-items/voucher-items.ts',
    put('findingIf(partners.length > 1, `Items of', 'findingIf(false, `Items of'),
    by(
      'api/open-items/opening-items',
      'a receivable and a payable of different partners are set off with their consent',
    ),
  ),
  fault(
    'a revaluation counts what is open today',
    'the balance of 31 December cannot be put right in spring',
    'shared/accounting/open-items/revaluation.ts',
    put('days.filter(({ posting_date }) => posting_date <= date)', 'days.filter(() => date !== null)'),
    by(
      'api/open-items/revaluation-at-year-end',
      'is booked, and the value that it leaves is taken back in the new year',
    ),
  ),
  fault(
    'a change of an item wakes nobody up',
    'a voucher stays blocked although its item is open again',
    'shared/store/facts/find-awaited.ts',
    put(
      `select id::text from unnest(\${sql.array(items, 'uuid')}) id`,
      `select id::text from unnest(\${sql.array(items, 'uuid')}) id where false`,
    ),
    by(
      'workers/open-items/facts-that-wait',
      'a voucher that changes another item has none of them evaluated again, one that changes theirs has all',
    ),
  ),
  fault(
    'the first item of an account wakes nobody up',
    'a voucher stays blocked although its account says the kind of its items now',
    'workers/facts/post-batch.ts',
    put(
      'for (const end_customer_id of with_new_accounts)',
      'for (const end_customer_id of with_new_accounts.slice(0, 0))',
    ),
    by(
      'workers/facts/blocked-facts',
      'open_item_mismatch: once the first item of its account says of what kind those are',
    ),
  ),
  fault(
    'the database lets a shared revaluation go',
    'a process of the release before leaves the share of a paid part on the rest',
    'sql/functions/open-items/undo_changes_of_items.sql',
    put('when item.changed_minor = 0 and item.is_shared_since then false', ''),
    by('workers/open-items/undone-in-both', 'a revaluation of which a draft has reserved the share'),
  ),
  fault(
    'a loss of agreed consideration counts as never received',
    'a year-end entry that is booked after a change of consideration reduces no tax',
    'shared/accounting/settlement/deductions/never-due.ts',
    put('settled.filter(({ one }) => isReceivedOn(one, day))', 'settled'),
    by('api/vat/consideration/late/late-deductions', 'reduces the tax that was agreed, and the transfer is less by it'),
  ),
  fault(
    'what bounces after a change of consideration is not transferred',
    'a payment of before that was all of the item comes back, and its tax stays where it was',
    'workers/settlement/post-in-ledger.ts',
    put('if (executed.some(isReversal) &&', 'if (false &&'),
    by('api/vat/consideration/late/given-back', 'payments declare it (108100 paid)'),
  ),
  fault(
    'losses stand among reductions without a word',
    'losses of a chart without their account lower the revenue, and nobody is told',
    'api/settlement/allocations/present-allocation.ts',
    put('!is_loss_without_account', 'is_loss_without_account !== null'),
    by('api/settlement/terms/customers', 'stands among the reductions, with a warning, until it is booked anew'),
  ),
  fault(
    'tax of one method is transferred into a return of the next one',
    'that return can never be filed, and the supply is in none or in two',
    'workers/vat/transfers-of-page.ts',
    put('return transferInOwnMethod(its, change, settings)', 'return its'),
    by('api/vat/consideration/late/other-methods', 'is in its correction, and in no return of the next method'),
  ),
  fault(
    'a credit note takes any tax back in silence',
    'a return has less tax than the documents ever had at that rate',
    'shared/accounting/open-items/reductions/credited-beyond.ts',
    put('taken > left + TOLERANCE_MINOR', 'taken > left + left + taken'),
    by('api/vat/codes/credit-notes-beyond', 'is told where both are set off: 157.88 of 107.00'),
  ),
]

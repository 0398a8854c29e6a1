import { by, type CodeFault, fault, put } from './code-fault.ts'

const ENTRY_TYPES = 'shared/accounting/facts/rules/entry-type-rules.ts'
const CHANGE_OF_ITEM = 'shared/accounting/open-items/change-of-item.ts'
const FULL = by(
  'api/statements/size',
  'a ledger takes turnover up to the largest integer of JSON and not a Rappen more, also within a batch',
)

/** Rules that block a fact: types of entries, sizes, open items and bank entries. */
export const RULE_FAULTS: readonly CodeFault[] = [
  fault(
    'a depreciation is a closing entry',
    'an expense that is one of no year',
    ENTRY_TYPES,
    put(
      `if (entry_type !== 'opening' && entry_type !== 'closing') return []`,
      `if (entry_type !== 'opening') return []`,
    ),
    by(
      'api/setup/entry-types',
      'a depreciation that is sent as closing is refused with what to do, and lowers the profit as standard',
    ),
  ),
  fault(
    'an opening entry hides income',
    'income of a running year that no income statement shows',
    ENTRY_TYPES,
    put(`return type !== 'revenue' && type !== 'expense'`, `return type !== 'closing'`),
    by(
      'api/setup/entry-types',
      'income and expense that an opening would hide come in as takeover: activity of the year, without tax',
    ),
  ),
  fault(
    'a takeover declares its tax once more',
    'turnover in two VAT returns, of two systems',
    ENTRY_TYPES,
    put(`entry_type === 'standard'\n    ? []`, `entry_type !== 'opening'\n    ? []`),
    by('accounting/facts/blockers', 'a takeover with a tax code: entry_type_tax'),
  ),
  fault(
    'the turnover of a ledger is not counted',
    'sums that no reader of JSON takes exactly',
    'shared/accounting/journal/posting-size.ts',
    put('const turnover = turnover_minor + total_minor', 'const turnover = total_minor'),
    FULL,
  ),
  fault(
    'the head of a ledger forgets what was debited before',
    'a ledger that takes more than its sums can hold',
    'sql/functions/check_journal_entries.sql',
    put('total_debit_minor = head.total_debit_minor + last.added_minor', 'total_debit_minor = last.added_minor'),
    by('workers/facts/batches', 'a job that runs twice has its effect once'),
  ),
  fault(
    'an item of another account is taken',
    'a control account that its items do not come to',
    CHANGE_OF_ITEM,
    put('item.account_code !== null && item.account_code !== line.account_code', 'item.account_code === undefined'),
    by('accounting/open-items/items-of-voucher', 'takes another account: open_item_mismatch'),
  ),
  fault(
    'a reversed item is paid',
    'a payment of what nobody owes',
    CHANGE_OF_ITEM,
    put(`if (item.state !== 'usable')`, `if (item.state === 'reserved')`),
    by('accounting/open-items/items-of-voucher', 'takes a reversed item: open_item_unknown'),
  ),
  fault(
    'bank entries do not come to what the voucher moves',
    'a bank account that moves by more than its bank statement',
    'shared/accounting/bank/plan-named-uses.ts',
    put('if (credits === debits && credits >= 0n) return []', 'if (credits === debits || credits >= 0n) return []'),
    by(
      'accounting/bank/plan-uses',
      'a transfer between own accounts is two bank entries; lines that cancel out need none',
    ),
  ),
  fault(
    'a possible repeat is booked by a voucher',
    'money that came once is booked twice',
    'shared/accounting/bank/claim.ts',
    put('bankEntry.refusal !== null || ', ''),
    by('api/bank/repeat-reviews', 'are booked by no voucher before'),
  ),
]

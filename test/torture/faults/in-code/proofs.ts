import { by, type CodeFault, fault, put } from './code-fault.ts'

const ITEMS_OF_DAY = 'sql/functions/open-item-spans/spans_open_on.sql'
const LISTS = 'api/statements/open-items'
const PAID_LATER = by(LISTS, 'that were paid later are open on the days before')
const AS_IT_STOOD = 'api/bank/reconciliation/days/as-it-stood'
const RECONCILED = 'shared/store/bank/reconciled-differences.ts'
const DIFFERENCES = 'shared/accounting/bank/reconciliation/differences.ts'
const SEQUENCE = 'shared/accounting/bank/reconciliation/statement-sequence.ts'
const CHAIN = 'shared/accounting/bank/reconciliation/chain-steps.ts'
const EVERY_DIFFERENCE = by('api/statements/bank-reconciliation', 'names every difference, each to the Rappen')
const GAPS = by(
  'api/statements/bank-reconciliation',
  'shows gaps between bank statements, and days that two of them have count once',
)

/** Lists that prove a balance: the open items of a day, and the reconciliation of a bank account. */
export const PROOF_FAULTS: readonly CodeFault[] = [
  fault(
    'an item is open before it was booked',
    'a list of last month with an invoice of this one',
    ITEMS_OF_DAY,
    put('closed_on is null and first_day <= day', 'closed_on is null'),
    by(LISTS, 'are what entries up to that day have left, by partner and age'),
  ),
  fault(
    'an item that was paid later was never open',
    'a list of last month that lacks what was paid since',
    ITEMS_OF_DAY,
    put('closed_on is not null and closed_on > day', 'closed_on is not null and closed_on < day'),
    PAID_LATER,
  ),
  fault(
    'an item that was paid later is in no CSV',
    'the whole list is shorter than its pages',
    'sql/functions/open-items-of-a-day/items_open_on.sql',
    put('closed_on is not null and closed_on > day', 'closed_on is not null and closed_on < day'),
    by('api/statements/open-item-pages/any-history', 'are the parts of the list, whatever their size'),
  ),
  fault(
    'what pays an item leaves it on the pages',
    'a customer who has paid is reminded',
    'sql/functions/open-item-spans/list_changed_items.sql',
    put('used_from = item.used_from, ', ''),
    by(LISTS, 'are what entries up to that day have left, by partner and age'),
  ),
  fault(
    'an item is kept under a day before it was opened',
    'lists of earlier days have items that nobody had opened',
    'sql/functions/open-items-of-a-day/span_day.sql',
    put('return last_number & ~(bits >> 1)', 'return last_number & ~bits'),
    by(
      'store/open-items/span-days',
      'lies in the span, so that it has begun or is not over when another day is compared with it',
    ),
  ),
  fault(
    'every day has the rest of today',
    'a list of last month changes with every payment',
    'sql/functions/open-items-of-a-day/open_amount_on.sql',
    put('when rest_from <= day then rest', 'when rest_from > day then rest'),
    by(LISTS, 'of suppliers are positive where they are owed; a reversal takes them out from its day on'),
  ),
  fault(
    'the balance of a control account is that of today',
    'items of a day do not prove the account of that day',
    'sql/functions/open-items-of-a-day/control_balances_on.sql',
    put(`interval '1 day')::date else day end`, `interval '1 day')::date else 'infinity' end`),
    PAID_LATER,
  ),
  fault(
    'what comes later in a month gives a day a balance',
    'the list of a day has one more currency, with zero, when a later document is booked',
    'sql/functions/open-items-of-a-day/control_balances_on.sql',
    put('having bool_or(is_before) or', 'having true or'),
    by(LISTS, 'have a total of each currency from its first line on, whatever comes later in the month'),
  ),
  fault(
    'an item grows old a day late',
    'what is overdue is not shown as overdue',
    'shared/accounting/statements/ageing.ts',
    put('days_overdue >= bound', 'days_overdue > bound'),
    by('accounting/statements/ageing', 'on 2026-04-01, what was due on 31.3. is days_1_30'),
  ),
  fault(
    'a dismissed bank entry is an unbooked one',
    'somebody books what the bank has taken back',
    DIFFERENCES,
    put('rest * sign < dismissed_minor ? rest : dismissed_minor * sign', '0n'),
    EVERY_DIFFERENCE,
  ),
  fault(
    'a line without a bank entry has the wrong sign',
    'a difference of which nothing is explained',
    DIFFERENCES,
    put(
      `kind: 'line_without_entry' as const, date, amount_minor: -rest`,
      `kind: 'line_without_entry' as const, date, amount_minor: rest`,
    ),
    EVERY_DIFFERENCE,
  ),
  fault(
    'a bank entry that is booked on a later day is booked',
    'the two balances of a day differ, and nothing says why',
    RECONCILED,
    put(`where posted.posting_date <= \${to}`, 'where true'),
    by(AS_IT_STOOD, 'is without what is booked on later days'),
  ),
  fault(
    'a bank entry that is booked where it does not count is booked',
    'the two balances of a day differ, and nothing says why',
    DIFFERENCES,
    put('uses.filter(({ is_elsewhere }) => is_elsewhere)', 'uses.filter(() => false)'),
    by(AS_IT_STOOD, 'names what was booked before the first bank statement'),
  ),
  fault(
    'a reversal frees a bank entry on the days before it, too',
    'the proof of a balance that was approved changes with a reversal of the next year',
    RECONCILED,
    put(`and given_back_on > \${to}\n  )`, 'and false\n  )'),
    by(AS_IT_STOOD, 'stays when a booking is reversed on a later day'),
  ),
  fault(
    'what was booked twice until a reversal is not looked for',
    'a day on which the ledger has a payment twice, and no difference says so',
    'sql/functions/bank-reconciliation/unmatched_uses.sql',
    put('used.account_code = ledger_account or used.bank_account = any(bank_accounts)\n  union', 'false\n  union'),
    by(AS_IT_STOOD, 'names what is booked twice until the reversal'),
  ),
  fault(
    'euros are called francs',
    'a difference of 285.00 francs stands as 300.00, and one of 15.00 that nobody has is invented',
    'api/statements/bank-reconciliation/reconciled-rows.ts',
    put('uses[0]?.line_minor ?? uses', 'uses'),
    by('api/bank/reconciliation/other-currencies', 'name the rest of a line of which they use a part'),
  ),
  fault(
    'balances of the beginning are not compared',
    'a bank account that was taken over with another balance',
    'shared/accounting/bank/reconciliation/reconcile.ts',
    put('=> opening_minor)) - ledger_opening_minor', '=> opening_minor))'),
    EVERY_DIFFERENCE,
  ),
  fault(
    'the balance of the bank has no age',
    'a balance of January proves the accounts of June',
    SEQUENCE,
    put('if (closing_date >= day) return []', `if (closing_date >= '') return []`),
    by('api/statements/bank-reconciliation', 'says how old the balance of the bank is'),
  ),
  fault(
    'a missing bank statement is not noticed',
    'a month of bank entries is never booked',
    CHAIN,
    put('gap_minor: isCommon ? 0n : gap_minor', 'gap_minor: 0n'),
    GAPS,
  ),
  fault(
    'days that two bank statements have count twice',
    'a bank statement of a day contradicts that of its month',
    CHAIN,
    put('statement.opening_minor + of.common_minor - last_minor', 'statement.opening_minor - last_minor'),
    by(
      'api/bank/reconciliation/overlapping-statements',
      'follows the balances over days that two bank statements have',
    ),
  ),
  fault(
    'a bank statement of a day is a part of a longer one that begins on it',
    'interest of one day is a gap for ever, and nobody sees that it is not booked',
    SEQUENCE,
    put(
      "closing_date < (latestEnds.get(opening_date) ?? '')",
      "closing_date < (latestEnds.get(closing_date) ?? '') || inOrder.some((other) => other.opening_date === opening_date && closing_date < other.closing_date)",
    ),
    by('api/bank/reconciliation/windowed-histories', 'follows the balances without a gap, on every day'),
  ),
  fault(
    'a gap costs nothing where an order is chosen',
    'bank statements of a day are reconciled in the order of their dates and numbers, with false gaps',
    CHAIN,
    put('const GAP_COST = 1_000_000_000_000', 'const GAP_COST = 0'),
    by('api/bank/reconciliation/windowed-histories', 'follows the balances without a gap, on every day'),
  ),
]

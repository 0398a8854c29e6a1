import { by, type CodeFault, fault, put } from './code-fault.ts'

const BATCHES = 'workers/facts/batches'
const CURSORS = 'api/statements/open-item-pages/cursors'
const FOLD = 'sql/functions/statement-folds/fold_lines.sql'
const LONG_BACKLOG = 'workers/statements/long-backlog'
const PLACING = 'shared/accounting/statements/parts/place-account.ts'

/** The folding of posted lines into the statement tables. */
export const STATEMENT_FAULTS: readonly CodeFault[] = [
  fault(
    'the watermark is not moved',
    'every refresh folds the same lines again',
    FOLD,
    put('greatest(watermark.entry_number, through)', 'watermark.entry_number'),
    by(BATCHES, 'a job that runs twice has its effect once'),
  ),
  fault(
    'the watermark is moved too far',
    'the next entry is never folded, and on no statement',
    FOLD,
    put('greatest(watermark.entry_number, through)', 'greatest(watermark.entry_number, through + 1)'),
    by(BATCHES, 'a job that runs twice has its effect once'),
  ),
  fault(
    'a refresh moves every watermark',
    'an update that forgot the end customer',
    FOLD,
    put('where watermark.end_customer_id = ledgers.end_customer_id and watermark.end_customer_id = any(customers)', ''),
    by(BATCHES, 'a refresh folds the lines of the end customers that it is asked for, and touches no others'),
  ),
  fault(
    'a fold has no bound',
    'a backlog of a million lines is one query, which keeps a core from others and ends at the statement timeout',
    'sql/functions/statement-folds/fold_through.sql',
    put('if (last_entry - after) * 1000 <= lines then', 'if true then'),
    by(LONG_BACKLOG, 'is folded in parts of ten thousand lines, which the ledgers of a query share'),
  ),
  fault(
    'a part moves a watermark back',
    'lines that are folded already are folded once more',
    FOLD,
    put('greatest(watermark.entry_number, through)', 'through'),
    by(LONG_BACKLOG, 'moves no watermark back where another one is behind it'),
  ),
  fault(
    'what is left of a long backlog is forgotten',
    'totals that stay far behind until the next fact is booked',
    'workers/statements/refresh-statements.ts',
    put('if (left.length > 0)', 'if (false)'),
    by(LONG_BACKLOG, 'goes behind the jobs of others after some parts'),
  ),
  fault(
    'an overdrawn bank account stays liquid',
    'assets are set off against debts (OR Art. 958c)',
    PLACING,
    put(
      "return account_type === 'asset' ? balance < 0n : balance > 0n",
      "return account_type === 'liability' && balance > 0n",
    ),
    by('accounting/statements/rows-by-sign', 'an overdrawn bank account is a debt that bears interest'),
  ),
  fault(
    'partners are set off against each other',
    'a credit balance of one customer reduces the receivables of all others',
    PLACING,
    put('const partners = partnerBalancesAt(account.other_side, at)', 'const partners = partnerBalancesAt([], at)'),
    by(
      'api/statements/rows/rows-on-their-side',
      'the prior year and every month by the balances of their own last day',
    ),
  ),
  fault(
    'a partner is as many as there are ways to write its name',
    'the invoice of "Muster AG" and the credit of "MUSTER AG" stand on both sides of the balance sheet',
    'sql/functions/statements/partner_key.sql',
    put("'=' || partner_name_key(partner_name)", "'=' || partner_name"),
    by('workers/statements/one-partner', 'stands on one side of the balance sheet, folded or not'),
  ),
  fault(
    'credit of an unknown payer is of the account at which it arrived',
    'the IBAN of the end customer is listed as a customer',
    'sql/functions/open-items/open_payment_credit.sql',
    put("payment.debtor_name, '')", 'payment.debtor_name, payment.account)'),
    by('api/settlement/unknown-payer', 'is of nobody: not of the account at which it arrived'),
  ),
  fault(
    'a part of a row counts twice',
    'positions towards shareholders stand beneath a row, and are added to it once more',
    'shared/accounting/statements/statement.ts',
    put("if (parent_key && kind !== 'of_which')", 'if (parent_key)'),
    by(
      'api/statements/positions-apart',
      'by what partners are on the day of each column, on the side of their balance, and as a part of no sum',
    ),
  ),
  fault(
    'balances of partners are folded without what was folded before',
    'an invoice of this month makes a debtor of a customer whose credit of last month is larger',
    'sql/functions/statements/partner_sums_between.sql',
    put('where after > 0', 'where after < 0'),
    by('api/statements/rows/rows-on-their-side', 'whatever the tables contain, and as they stood at every entry'),
  ),
  fault(
    'a page goes on behind a payment that stands in the list twice',
    'what is owed between its two credits is on no page',
    'api/statements/open-items/read-open-items.ts',
    put('if (cursor_items > 1n)', 'if (cursor_items > 2n)'),
    by(CURSORS, 'is that of the item where a payment stands in the list twice'),
  ),
  fault(
    'a cursor is good for every list',
    'the pages of a day begin in the middle of another day',
    'api/statements/open-items/item-cursor.ts',
    put('.update(name)', ''),
    by(CURSORS, 'is refused for another list, and where it was not given'),
  ),
  fault(
    'a partner goes past a cursor unnoticed',
    'a customer who is known by another name meanwhile is on no page',
    'sql/functions/open-items-of-a-day/open_items_behind.sql',
    put('having bool_or(is_behind) and not bool_and(is_behind)', 'having false'),
    by(CURSORS, 'is refused when a partner may have gone from one side of it to the other'),
  ),
  fault(
    'a row that is last is not remembered as such',
    'accounts of a statement that stand under the heading of others',
    'api/statements/behind-siblings.ts',
    put('place === end || lastBelow', 'lastBelow'),
    by('api/statements/rows/behind-siblings', 'come behind the last one below their parent'),
  ),
  fault(
    'a statement in one query does not look how far its totals are',
    'a statement of an entry that has the amounts of later ones, or reads the whole journal',
    'shared/store/statements/books-at-once.ts',
    put('select not exists (', 'select true or not exists ('),
    by('api/statements/at-once', 'has a transaction where totals or fiscal years have gone on behind its tag'),
  ),
]

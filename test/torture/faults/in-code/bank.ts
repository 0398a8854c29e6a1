import { by, type CodeFault, fault, put } from './code-fault.ts'

const EQUAL_BOOKINGS = 'api/bank/equal-bookings'
const DIFFERENCES = 'api/bank/differences-and-pages'

/** Bank statements: what is a repeat, what is another bank entry, what is not imported, and what books a bank entry. */
export const BANK_FAULTS: readonly CodeFault[] = [
  fault(
    'the chain of balances proves nothing',
    'equal bank entries of statements that follow each other are in doubt',
    'shared/camt053/repeats/statement-relations.ts',
    put(`isChained(chainOf(whole), other) ? 'apart' : 'unknown'`, `'unknown'`),
    by(EQUAL_BOOKINGS, 'without references the chain of balances proves it'),
  ),
  fault(
    'consecutive numbers do not show that a balance has returned',
    'of two true statements that begin and end alike one is left out, and the bank has too little',
    'shared/camt053/repeats/statement-relations.ts',
    put(
      `isChained(numberedChainOf(whole), other) ? 'apart' : likeness`,
      `isChained(numberedChainOf(whole), other) ? likeness : likeness`,
    ),
    by('api/bank/repeats/numbered-days', 'are two in every order, one by one'),
  ),
  fault(
    'bank statements with consecutive numbers are compared one by one only',
    'an overview of them counts a second time on days on which the balance returns',
    'shared/camt053/repeats/pairs-in-doubt.ts',
    put('[...withRuns(single, relations, room), ...single]', 'withRuns([], relations, room).concat(single)'),
    by('api/bank/repeats/overviews', 'has their bookings, in every order, one by one'),
  ),
  fault(
    'a bank statement that looks like two takes the doubt between them away',
    'one that has come again without its number makes the other one a repeat, in silence',
    'shared/camt053/repeats/decide-repeats.ts',
    put(`isAny('doubtful') ? related.filter(({ isVague }) => !isVague) : related`, 'related'),
    by('api/bank/repeats/unnumbered-days', 'are two beside one without a number that is like both: U, B, D, C, A'),
  ),
  fault(
    'bank statements of a day without numbers are one where they look alike',
    'the second of two true bookings is lost, and the bank has too little',
    'shared/camt053/repeats/statement-relations.ts',
    put(
      `areUnnumberedOfOneDay(whole, other) && hasReturned(whole)`,
      'areUnnumberedOfOneDay(whole, other) && !hasReturned',
    ),
    by('api/bank/repeats/unnumbered-days', 'are in doubt, and nothing is explained: A, B, C, D'),
  ),
  fault(
    'the longer statement need not have the balance with which its part begins',
    'a booking of a statement between the two is linked, and lost',
    'shared/camt053/repeats/prove-overlap.ts',
    put(`if (passing !== 'yes')`, 'if (false)'),
    by(
      'api/bank/reconciliation/same-balances',
      'are not linked in silence where they share only the balance with which a longer one begins',
    ),
  ),
  fault(
    'a balance that has not moved proves that a statement is new',
    'a statement of a cash pool is booked again, in silence',
    'shared/camt053/repeats/statement-chain.ts',
    put('!bankStatement.holds || bankStatement.net_minor === 0n', '!bankStatement.holds'),
    by(EQUAL_BOOKINGS, 'one that has not moved proves nothing behind one that has'),
  ),
  fault(
    'NOTPROVIDED is a reference',
    'all bank entries without one are the same',
    'shared/camt053/repeats/bank-references.ts',
    put('|| NO_REFERENCE.includes(text)', ''),
    by('camt053/repeats/bank-references', '"NOTPROVIDED" is none'),
  ),
  fault(
    'other references of the same statement are other bank entries',
    'a bank that numbers anew doubles every bank entry',
    'shared/camt053/repeats/statement-relations.ts',
    put('if (likeness === null) return', 'if (likeness === null || likeness) return'),
    by('api/bank/repeats/moved-balances', 'one number and new references: 2 linked, 0 in doubt'),
  ),
  fault(
    'equal figures make two bank statements one',
    'of two statements of a pooled account the second one is lost',
    'shared/camt053/repeats/compare-bank-statements.ts',
    put(
      `if (!haveOtherNumbers(a, b)) return hasMoved ? 'repeat' : 'overlap'`,
      `if (hasMoved || !hasMoved) return 'repeat'`,
    ),
    by('api/bank/repeats/still-balances', 'other numbers and other references: 0 linked, 2 in doubt'),
  ),
  fault(
    'one that begins within another contradicts it',
    'an import and the bank reconciliation judge one pair of statements differently',
    'shared/camt053/repeats/judge-statements.ts',
    put(`if (sequels.length > 0) return { kind: 'following' }`, ''),
    by(
      'api/bank/repeats/cancelled-before',
      'are before the other one begins: the import and the reconciliation judge alike',
    ),
  ),
  fault(
    'a possible repeat has a payment',
    'money that came once is allocated twice',
    'workers/bank/import-bank-statements.ts',
    put('created.filter(({ possible_repeat_of }) => possible_repeat_of === null)', 'created'),
    by('api/bank/repeat-reviews', 'are kept and listed, without a payment, until somebody decides'),
  ),
  fault(
    'a difference is accepted in silence',
    'a bank statement with a missing booking is imported',
    'api/bank/imports/import-bank-statement.ts',
    put(`wrong && justification === null ? 'rejected' : 'received'`, `'received'`),
    by(DIFFERENCES, 'a rejected one is imported when somebody accepts the difference, and says so'),
  ),
  fault(
    'a test of the bank becomes bookings',
    'invented money in the books',
    'api/bank/imports/import-bank-statement.ts',
    put(`options.test_file === 'accept'`, `options.test_file !== 'refuse'`),
    by(DIFFERENCES, 'a test of the bank is refused, unless somebody says that it is to be booked'),
  ),
  fault(
    'pages are not added up',
    'a bank statement of two pages is rejected',
    'api/bank/imports/receive-bank-statement.ts',
    put('statements: addUpPages(statements)', 'statements'),
    by(DIFFERENCES, 'pages that repeat the balances of the whole are added up, in one message'),
  ),
  fault(
    'a field of any length is kept',
    'an import that no index can hold fails for ever',
    'shared/camt053/bank-statement.ts',
    put('account.length <= MAX_ACCOUNT', 'account.length <= 90_000'),
    by('camt053/refusals', 'refuses an IBAN that no list can hold: text_too_long'),
  ),
  fault(
    'processes of the release before keep bank entries once more',
    'during an upgrade money that came once is booked twice',
    'sql/functions/bank/keep_bank_statements.sql',
    put('if new.possible_repeat_count is null then', 'if false then'),
    by('store/bank/newer-rule', 'is refused where it would keep a bank entry that this release has kept'),
  ),
  fault(
    'a line of the ledger is linked beyond its amount',
    'one booking explains two lines of the bank statement',
    'api/bank/links/link-bank-entry.ts',
    put('if (amount_minor <= left) return []', 'if (left >= 0n) return []'),
    by(
      'api/bank/links-and-dismissals',
      'a line that was booked before the statement came is linked, up to both amounts, and taken back',
    ),
  ),
  fault(
    'a dismissed bank entry is allocated',
    'money that the bank has taken back pays an invoice',
    'api/settlement/allocations/require-unbooked.ts',
    put('if (bankEntry.refusal !== null)', `if (bankEntry.refusal === '')`),
    by(
      'api/bank/links-and-dismissals',
      'a dismissed bank entry is booked by nobody, until that is taken back; two that cancel out are a pair',
    ),
  ),
  fault(
    'credit that was given before does not count',
    'one payment pays two invoices, once its first credit is used',
    'shared/accounting/bank/left-for-credit.ts',
    put('for (const credit of before)', 'for (const credit of before.slice(before.length))'),
    by('api/bank/credit-with-bank-leg', 'is given once, however much of it is used, by whom, and given back'),
  ),
  fault(
    'a decision about a repeat that is taken back leaves its places behind',
    'the bank entry stands in no bank statement, and the bank reconciliation has it once too few',
    'shared/store/bank/repeats/repeat-decisions.ts',
    put(', brought_entry_id = nullif(brought_entry_id', ', brought_entry_id = (brought_entry_id'),
    by(
      'api/bank/repeats/decisions-taken-back',
      'repeat: it has its bank statement again, is listed as a possible repeat and may become new',
    ),
  ),
  fault(
    'what books a bank entry does not keep its decision',
    'money that is booked may be a repeat that nobody is to book',
    'api/bank/repeats/take-decision-back.ts',
    put('if (used_minor > 0n)', 'if (used_minor < 0n)'),
    by(
      'api/bank/repeats/decisions-taken-back',
      'new: not while a voucher, a draft or a dismissal holds it, which the answer names',
    ),
  ),
  fault(
    'a bank statement is its own way to the balance of another one',
    'the first bank statement of an account is left out, and its money stands in the opening difference',
    'shared/accounting/bank/reconciliation/shared-money.ts',
    put('isOnlyBefore(money) && !twins.has(money)', 'isOnlyBefore(money)'),
    by(
      'api/bank/reconciliation/listed-repeats',
      'where the balances have it a second time: it is a difference too, with the sign of the bank',
    ),
  ),
  fault(
    'a QR-IBAN is an account of its own',
    'the bank reconciliation adds the balance of one account twice, and its months are booked twice',
    'workers/bank/import-bank-statements.ts',
    put('bank_account: accountOf(bankAccountKey(figures))', 'bank_account: bankAccountKey(figures)'),
    by('api/bank/accounts/qr-ibans', 'has one hash, under whichever name its bank entry comes'),
  ),
]

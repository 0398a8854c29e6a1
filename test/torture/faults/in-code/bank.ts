import { by, type CodeFault, fault, put } from './code-fault.ts'

const EQUAL_BOOKINGS = 'api/bank/equal-bookings'
const ARRIVALS = 'api/bank/repeats/every-arrival'

/** Bank statements: what is a repeat, and what is another bank entry. */
export const BANK_FAULTS: readonly CodeFault[] = [
  fault(
    'the chain of balances proves nothing',
    'equal bank entries of statements that follow each other are in doubt',
    'shared/camt053/repeats/statement-relations.ts',
    put(`isChained(chainOf(whole), other) ? 'apart' : mayBeBehind(whole, other) ? 'touching' : 'unknown'`, `'unknown'`),
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
    put(
      '[...(yield* withRuns(single, relations, room)), ...single]',
      '(yield* withRuns([], relations, room)).concat(single)',
    ),
    by('api/bank/repeats/overviews', 'has their bookings, in every order, one by one'),
  ),
  fault(
    'a bank statement that looks like two takes the doubt between them away',
    'one that has come again without its number makes the other one a repeat, in silence',
    'shared/camt053/repeats/decide-repeats.ts',
    put(`isAny('doubtful') ? related.filter(({ isVague }) => !isVague) : related`, 'related'),
    by(
      'api/bank/repeats/unnumbered-days',
      'are in doubt beside it as long as nothing is known between them: A, U, B, D',
    ),
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
    'what was linked stays linked',
    'the second of two true bookings is lost where the bank statement that tells them apart comes last, and a wrong balance is explained',
    'workers/bank/import-bank-statements.ts',
    put(
      'await undoLinks(tx, received, relations)',
      'undoLinks.length > 9 ? await undoLinks(tx, received, relations) : { changed: [], notes: [] }',
    ),
    by(ARRIVALS, 'the balance has returned on the day, without numbers'),
  ),
  fault(
    'a repeat that balances have shown stays one',
    'a booking that a later bank statement leaves room for is lost',
    'shared/camt053/repeats/links/disputed-links.ts',
    put('|| mayBeApart(key, other)', '|| mayBeApart.length > 9'),
    by(ARRIVALS, 'one without a number begins where a day has its balance again'),
  ),
  fault(
    'what leaves a choice among equal bookings is decided as it comes',
    'a booking is taken for an equal one of its day, which another bank statement has, and lost',
    'shared/camt053/repeats/merge-overlaps.ts',
    put('of [false, true]', 'of [true]'),
    by(ARRIVALS, 'which of several equal bookings two of them have in common is what the others allow: A, B, C, D'),
  ),
  fault(
    'only a later day shows that a balance has returned',
    'a booking between two unnumbered statements of one day is linked, and lost',
    'shared/camt053/repeats/statement-relations.ts',
    put('chains(mayGoOn, true)', 'chains(mayGoOn.length > 9 ? mayGoOn : goesOn, true)'),
    by(ARRIVALS, 'one without a number begins where one of the same first day has the balance again'),
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
    put('net_minor === 0n && !mayStand', 'false'),
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
    put('if (likeness === null)', 'if (likeness === null || likeness)'),
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
    'bank statements that cross contradict each other unnoticed',
    'money that one of two bank statements lacks on a day of both, and the balance is explained',
    'api/statements/bank-reconciliation/judged/judge-crossing.ts',
    put('return isCrossing ? [[before, next]] : []', 'return !isCrossing ? [] : []'),
    by(
      'api/bank/reconciliation/contradictions/crossing-statements',
      'behind the balance with which that ends, whichever is imported first',
    ),
  ),
  fault(
    'what was not compared explains a balance',
    'bank statements beyond the bounds contradict the balance, and the reconciliation is explained',
    'shared/accounting/bank/reconciliation/reconcile.ts',
    put(`['contradiction', 'not_compared', `, `['contradiction', `),
    by(
      'api/bank/repeats/unnumbered-days',
      'make a circle that may begin anywhere, as long as nobody knows the day before',
    ),
  ),
  fault(
    'a possible repeat has a payment',
    'money that came once is allocated twice',
    'workers/bank/import-bank-statements.ts',
    put('created.filter(({ possible_repeat_of }) => possible_repeat_of === null)', 'created'),
    by('api/bank/repeat-reviews', 'are kept and listed, without a payment, until somebody decides'),
  ),
]

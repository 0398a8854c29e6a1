import { by, type CodeFault, fault, put } from './code-fault.ts'

const CLOSED = 'api/statements/closings/closed-years'
const REFUSED = 'api/statements/closings/refused-closings'

/** Closing a year, and what stands afterwards. */
export const CLOSING_FAULTS: readonly CodeFault[] = [
  fault(
    'a closed year is read from the books of today',
    'a chart or a mapping of later changes annual accounts that were approved',
    'api/statements/with-snapshot.ts',
    put(`if (state === 'open' || closing_id === null) return null`, 'if (closing_id !== state) return null'),
    by(CLOSED, 'answer the same bytes whatever chart, mapping, name, legal form or entry comes later'),
  ),
  fault(
    'the bank reconciliation of a closed year is made of what is known today',
    'a bank statement of later changes the proof of a balance that was approved',
    'api/statements/bank-reconciliation/read-bank-reconciliation.ts',
    put('year.end_date === date ?', 'year.end_date > date ?'),
    by('api/statements/closings/kept-reconciliations', 'answer the same bytes for the last day whatever is told later'),
  ),
  fault(
    'the year before is read from the books of today',
    'the comparison changes under a year that is closed',
    'api/statements/with-snapshot.ts',
    put(': closingOf(tx, query, before, pause)))', ': null))'),
    by(CLOSED, 'stand beside an open year as they were kept'),
  ),
  fault(
    'a closing that is named is not what is shown',
    'what was approved before a year was opened again can be shown to nobody',
    'api/statements/with-snapshot.ts',
    put(
      'const closing = named ?? (await closingOf(tx, query, year, pause))',
      'const closing = await closingOf(tx, query, year, pause)',
    ),
    by(CLOSED, 'can be read as every closing has kept them, also while they are open again'),
  ),
  fault(
    'a year closes whatever its books say',
    'annual accounts whose assets are not their liabilities and equity',
    'api/setup/fiscal-years/close-fiscal-year.ts',
    put(', ...whatIsWrong(checks, ledger.base_currency)]', ']'),
    by(REFUSED, 'while an opening that stopped half way leaves its auxiliary account with a balance'),
  ),
  fault(
    'a year closes before it has ended',
    'what happens until its last day is never booked',
    'api/setup/fiscal-years/close-fiscal-year.ts',
    put('end_date >= todayInSwitzerland() &&', `end_date === '' &&`),
    by(REFUSED, 'before it has ended; one that ends early is shortened, and the year behind it begins earlier'),
  ),
  fault(
    'a year grows before a closed one',
    'entries before annual accounts that were approved',
    'shared/accounting/setup/fiscal-years.ts',
    put('return !is_behind && is_near', 'return is_near'),
    by(REFUSED, 'and none begins or grows before it'),
  ),
  fault(
    'a year that a process of the release before closes is not kept',
    'a closed year that answers as the books are today',
    'sql/functions/closings/keep_closed_year.sql',
    put('  return new;', '  new.closing_id := null;\n  return new;'),
    by(
      'store/statements/kept-by-database',
      'a process of the release before closes a year, and it stands as that release has shown it',
    ),
  ),
]

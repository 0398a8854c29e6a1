import { by, type CodeFault, fault, put } from '../code-fault.ts'

const NUMBERED = 'shared/camt053/matching/named/numbered-elsewhere.ts'
const GIVEN_AWAY = 'api/orders/paid-already/debits-given-away'

/** Bills that texts name by a month, or by the last digits of a number. */
export const MONTH_AND_END_FAULTS: readonly CodeFault[] = [
  fault(
    'months: a rule pays the bill of a month before the one in the text',
    'October is paid with the money of November, which has no number in the text',
    'shared/store/bank-rules/payables-of-rule.ts',
    put('!isOwn && !isNumbered && laterMonthIn', 'isOwn && laterMonthIn'),
    by(
      'api/bank-rules/explained/explained-entries',
      'the rule that pays a payable stands back where a text names the month of a later bill',
    ),
  ),
  fault(
    'months: a bill is settled with money for that of a later month',
    'the same by hand, in silence',
    'shared/camt053/matching/orders/doubt-of-evidence.ts',
    put('return isNumbered || hasOwnReference', 'return !isNumbered || hasOwnReference'),
    by('api/settlement/evidence/other-numbers', 'warns of "Rechnung April 2026" for a bill of 10 March'),
  ),
  fault(
    'months: a debit that has settled the bill of a month before frees that of its own',
    'the bill of November is paid a second time',
    NUMBERED,
    put('if (items.every((item) => isLaterMeant', 'if (items.length < 0 && items.every((item) => isLaterMeant'),
    by(
      GIVEN_AWAY,
      'warn where it tells the month of the bill, beside its amount, and has settled that of a month before',
    ),
  ),
  fault(
    'months: every month is that of a later bill',
    'a rent that is billed ahead waits each month',
    'shared/camt053/matching/named/months-of-bills.ts',
    put('if (Number(document_date.slice(8)) >= AHEAD.written_from) return 1', ''),
    by('camt053/matching/named/months-of-bills', '2026-10-25 in "Miete November": none'),
  ),
  fault(
    'months: a month beside a number that is made of one is neither its number nor a month',
    'RE-2026-10 is paid with the money of RE-2026-11, whose text says 2026-11 alone, and that once more',
    'shared/camt053/matching/named/months-of-bills.ts',
    put('are_numbers && isAsNumber', '!are_numbers && isAsNumber'),
    by(
      'api/bank-rules/explained/explained-entries',
      'the rule that pays a payable numbered by its month stands back where a text says "2026/04"',
    ),
  ),
  fault(
    'months: what is counted like a month is one, its own number too',
    'the tenth bill of the year waits for ever',
    'shared/camt053/matching/named/months-of-bills.ts',
    put(' && !isOwnSaid(text, document)', ''),
    by('camt053/matching/named/months-of-bills', '2026-05-08 in "Honorar 2026-10": none'),
  ),
  fault(
    'months: of equal bills a debit frees the one whose month it names',
    'the rent of November is paid a second time while its debit waits to be booked',
    'shared/camt053/matching/named/bills-of-months.ts',
    put('(meant.has(bill) ? [] : [bill.id])', '(meant.has(bill) ? [bill.id] : [])'),
    by('camt053/matching/named/bills-of-months', '"Miete November" holds november of september, october, november'),
  ),
  fault(
    'months: equal bills are proposed alike, whatever month a text names',
    'who takes the first settles the rent of September with the money of November',
    'shared/camt053/matching/named/with-months.ts',
    put('meant.size > 0 || laterMonthIn(text, bill) !== null', 'meant.size < 0'),
    by('camt053/matching/named/with-months', '"Miete November" for sep, oct, nov'),
  ),
  fault(
    'days: the day of a later invoice is none',
    'a rule pays the bill of October with the money of the one of 1 November',
    'shared/camt053/matching/named/days-of-bills.ts',
    put('day > document_date && day', 'day < document_date && day'),
    by('camt053/matching/named/days-of-bills', '2026-10-10 in "Rechnung vom 01.11.2026": 01.11.2026'),
  ),
  fault(
    'ends: the last digits of a number name nothing',
    'who writes 1111 for STR-2026-1111 pays it twice',
    NUMBERED,
    put('said.words().flatMap((word) => byEnd.get(word) ?? [])', '[]'),
    by(GIVEN_AWAY, 'warn where it tells STR-2026-1111 as "1111", beside its amount'),
  ),
]

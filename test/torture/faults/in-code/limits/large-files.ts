import { by, type CodeFault, fault, put } from '../code-fault.ts'

const LARGE_ENTRIES = 'api/http/answers/large-bank-entries'
const BOUNDED = 'camt053/repeats/bounded-comparison'
const MATCHING = 'workers/bank/matching-in-turns'

/** How much of bank statements and bank entries is read at once, and what others wait for while they are compared. */
export const LARGE_FILE_FAULTS: readonly CodeFault[] = [
  fault(
    'a page of large bank entries is read whole',
    'five hundred bank entries of ten megabytes each',
    'shared/store/db/pages/list-large-rows.ts',
    put('and bytes_before < $', 'and bytes_before + 1e12 > $'),
    by(LARGE_ENTRIES, 'are read as far as a page goes, and whole: camt-053/entries'),
  ),
  fault(
    'a change answers with all details of a bank entry',
    'a dismissal that keeps and writes ten megabytes',
    'shared/store/bank/details-of-entries.ts',
    put('const DETAILS_PER_PART = 50', 'const DETAILS_PER_PART = 1e6'),
    by(LARGE_ENTRIES, 'are answered to a change with their first details, and say so'),
  ),
  fault(
    'a file has any number of bank statements',
    'an answer of 20 MB, and a worker that reads them for minutes',
    'api/bank/imports/receive-bank-statement.ts',
    put('if (left < 0) throw', 'if (left === 0.5) throw'),
    by('api/bank/uploads', 'has bank statements whose figures are a megabyte together, and no more'),
  ),
  fault(
    'equal bank entries are decided in one go',
    'facts of others that wait for 20 s until a hostile bank statement is read in',
    'shared/camt053/repeats/decide-repeats.ts',
    put('      yield\n', ''),
    by(BOUNDED, 'are decided bank statement by bank statement, and others go on in between'),
  ),
  fault(
    'bank statements in doubt are looked at in one go',
    'a worker that does nothing else for seconds',
    'shared/camt053/repeats/pairs-in-doubt.ts',
    put('        yield\n', ''),
    by(BOUNDED, 'are looked at one by one, and others go on in between'),
  ),
  fault(
    'possible repeats are proven in one go',
    'a worker that does nothing else for seconds',
    'workers/bank/find-proven-new.ts',
    put('      yield\n', ''),
    by('workers/bank/proven-new-in-turns', 'are compared with each equal bank entry, and others go on in between'),
  ),
  fault(
    'payments are held against documents in one go',
    'a worker that does nothing else for half a second',
    'shared/process/in-turns.ts',
    put('        await othersTurn()\n', ''),
    by(MATCHING, 'finds those with their amount, and lets others go on in between'),
  ),
  fault(
    'a payment is held against all documents with one number',
    'a bank statement whose matching takes minutes',
    'shared/camt053/matching/target-index.ts',
    put('const MOST_NAMED = 500', 'const MOST_NAMED = 1e9'),
    by(MATCHING, 'looks at five hundred of them at most'),
  ),
]

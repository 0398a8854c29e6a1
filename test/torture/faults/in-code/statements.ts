import { by, type CodeFault, fault, put } from './code-fault.ts'

const BATCHES = 'workers/facts/batches'

/** The folding of posted lines into the statement tables. */
export const STATEMENT_FAULTS: readonly CodeFault[] = [
  fault(
    'the watermark is not moved',
    'every refresh folds the same lines again',
    'shared/store/statements/account-period-totals.ts',
    put('set entry_number = heads.last_entry_number', 'set entry_number = watermark.entry_number'),
    by(BATCHES, 'a job that runs twice has its effect once'),
  ),
  fault(
    'the watermark is moved too far',
    'the next entry is never folded, and on no statement',
    'shared/store/statements/account-period-totals.ts',
    put('set entry_number = heads.last_entry_number', 'set entry_number = heads.last_entry_number + 1'),
    by(BATCHES, 'a job that runs twice has its effect once'),
  ),
  fault(
    'a refresh moves every watermark',
    'an update that forgot the end customer',
    'shared/store/statements/account-period-totals.ts',
    put('where watermark.end_customer_id = heads.end_customer_id', ''),
    by(BATCHES, 'a refresh folds the lines of the end customers that it is asked for, and touches no others'),
  ),
]

import { findBankEntry } from '../../shared/store/bank/bank-entries.ts'
import { readOne } from '../http/subject.ts'
import { presentBankEntry } from './present-bank-entry.ts'

/** One bank entry with its canonical hash. */
export const readBankEntry = readOne('camt053_entry', 'entry_id', findBankEntry, presentBankEntry)

import { findImport } from '../../../shared/store/bank/camt053-imports.ts'
import { readOne } from '../../http/subject.ts'
import { presentImport } from './present-import.ts'

/** One import: its bank statements with their figures, and its result. */
export const readImport = readOne('camt053_import', 'import_id', findImport, presentImport)

import { findCamt054Import } from '../../../shared/store/bank/notifications/camt054-imports.ts'
import { readOne } from '../../http/subject.ts'
import { presentCamt054Import } from './present-camt054-import.ts'

/** One import of notifications, with its result. */
export const readCamt054Import = readOne('camt054_import', 'import_id', findCamt054Import, presentCamt054Import)

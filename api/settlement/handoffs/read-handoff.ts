import { findHandoff } from '../../../shared/store/settlement/allocation-handoffs.ts'
import { readOne } from '../../http/subject.ts'
import { presentHandoff } from './present-handoff.ts'

/** One handoff; once its payload has been accepted it names the allocation. */
export const readHandoff = readOne('allocation_handoff', 'handoff_id', findHandoff, presentHandoff)

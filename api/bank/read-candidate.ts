import { findCandidate } from '../../shared/store/bank/candidates/settlement-candidates.ts'
import { readOne } from '../http/subject.ts'
import { presentCandidate } from './present-candidate.ts'

/** One proposal of the matcher. */
export const readCandidate = readOne('settlement_candidate', 'candidate_id', findCandidate, presentCandidate)

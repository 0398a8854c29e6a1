import { findSourceFact } from '../../shared/store/facts/source-facts.ts'
import { readOne } from '../http/subject.ts'
import { presentSourceFact } from './present-source-fact.ts'

/** One fact: its state, its blockers and its entry. */
export const readSourceFact = readOne('source_fact', 'source_fact_id', findSourceFact, presentSourceFact)

import { findDoubtedAllocation } from '../../../shared/store/settlement/doubts/doubted-allocations.ts'
import { readOne } from '../../http/subject.ts'
import { presentAllocation } from './present-allocation.ts'

/** One allocation with its lines and its entry. */
export const readAllocation = readOne('payment_allocation', 'allocation_id', findDoubtedAllocation, presentAllocation)

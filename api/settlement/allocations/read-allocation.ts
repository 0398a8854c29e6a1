import { findAllocation } from '../../../shared/store/settlement/allocations.ts'
import { readOne } from '../../http/subject.ts'
import { presentAllocation } from './present-allocation.ts'

/** One allocation with its lines and its entry. */
export const readAllocation = readOne('payment_allocation', 'allocation_id', findAllocation, presentAllocation)

import { paymentAllocation, paymentAllocationList } from '../../shared/contract/settlement/allocations.ts'
import { allocationHandoff, allocationHandoffList } from '../../shared/contract/settlement/handoffs.ts'
import { manualPayment, manualPaymentList } from '../../shared/contract/settlement/manual-payments.ts'
import {
  supplierPayableSettlement,
  supplierPayableSettlementList,
} from '../../shared/contract/settlement/settlements.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const settlementOperations = {
  handOffAllocation: { response: allocationHandoff, summary: "Record a reviewer's proposal to allocate a payment; it books nothing" },
  listAllocationHandoffs: { response: allocationHandoffList, summary: 'The handoffs of a candidate, each with the allocation that followed' },
  getAllocationHandoff: { response: allocationHandoff, summary: 'One handoff; once its payload has been accepted it names the allocation' },
  allocatePayment: { response: paymentAllocation, summary: 'Allocate a payment to one or more documents' },
  listAllocations: { response: paymentAllocationList, summary: 'Allocations of an end customer, oldest first' },
  getAllocation: { response: paymentAllocation, summary: 'One allocation with its lines and its entry' },
  reverseAllocation: { response: paymentAllocation, summary: 'Undo an allocation: a draft at once, a posted one by a reversing entry' },
  settleSupplierPayable: { response: supplierPayableSettlement, summary: 'Settle a supplier payable, wholly or in part, on reviewed evidence' },
  listSettlements: { response: supplierPayableSettlementList, summary: 'Settlements of one supplier payable, oldest first' },
  reverseSettlement: { response: supplierPayableSettlement, summary: 'Undo a settlement: a draft at once, a posted one by a reversing entry' },
  recordManualPayment: { response: manualPayment, summary: 'Record a payment as evidence; it is never posted or allocated' },
  listManualPayments: { response: manualPaymentList, summary: 'Manual payments of an end customer, oldest first' },
  getManualPayment: { response: manualPayment, summary: 'One manual payment' },
  reverseManualPayment: { response: manualPayment, summary: 'Take a manual payment back, with a correction in its place where there is one' },
} as const satisfies Operations

import type { oneQuery, reversalRequest } from '../../contract/facts/source-facts.ts'
import type {
  allocationRequest,
  paymentAllocation,
  paymentAllocationList,
  paymentAllocationQuery,
} from '../../contract/settlement/allocations.ts'
import type {
  allocationHandoff,
  allocationHandoffList,
  allocationHandoffQuery,
  allocationHandoffRequest,
} from '../../contract/settlement/handoffs.ts'
import type {
  manualPayment,
  manualPaymentList,
  manualPaymentQuery,
  manualPaymentRequest,
  manualPaymentReversal,
} from '../../contract/settlement/manual-payments.ts'
import type {
  settlementQuery,
  settlementRequest,
  supplierPayableSettlement,
  supplierPayableSettlementList,
} from '../../contract/settlement/settlements.ts'
import { posts, reads } from '../operation.ts'

// biome-ignore format: one line for each operation
export const settlementCalls = {
  handOffAllocation: posts<typeof allocationHandoffRequest, typeof allocationHandoff, 'candidate_id'>('/v1/settlement-candidates/:candidate_id/allocation-handoffs'),
  listAllocationHandoffs: reads<typeof allocationHandoffQuery, typeof allocationHandoffList, 'candidate_id'>('/v1/settlement-candidates/:candidate_id/allocation-handoffs'),
  getAllocationHandoff: reads<typeof oneQuery, typeof allocationHandoff, 'handoff_id'>('/v1/allocation-handoffs/:handoff_id'),
  allocatePayment: posts<typeof allocationRequest, typeof paymentAllocation>('/v1/allocations'),
  listAllocations: reads<typeof paymentAllocationQuery, typeof paymentAllocationList>('/v1/allocations'),
  getAllocation: reads<typeof oneQuery, typeof paymentAllocation, 'allocation_id'>('/v1/allocations/:allocation_id'),
  reverseAllocation: posts<typeof reversalRequest, typeof paymentAllocation, 'allocation_id'>('/v1/allocations/:allocation_id/reverse'),
  settleSupplierPayable: posts<typeof settlementRequest, typeof supplierPayableSettlement, 'supplier_payable_id'>('/v1/supplier-payables/:supplier_payable_id/settlements'),
  listSettlements: reads<typeof settlementQuery, typeof supplierPayableSettlementList, 'supplier_payable_id'>('/v1/supplier-payables/:supplier_payable_id/settlements'),
  reverseSettlement: posts<typeof reversalRequest, typeof supplierPayableSettlement, 'supplier_payable_id' | 'settlement_id'>('/v1/supplier-payables/:supplier_payable_id/settlements/:settlement_id/reverse'),
  recordManualPayment: posts<typeof manualPaymentRequest, typeof manualPayment>('/v1/manual-payments'),
  listManualPayments: reads<typeof manualPaymentQuery, typeof manualPaymentList>('/v1/manual-payments'),
  getManualPayment: reads<typeof oneQuery, typeof manualPayment, 'payment_id'>('/v1/manual-payments/:payment_id'),
  reverseManualPayment: posts<typeof manualPaymentReversal, typeof manualPayment, 'payment_id'>('/v1/manual-payments/:payment_id/reverse'),
} as const

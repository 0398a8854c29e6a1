import { oneQuery, reversalRequest } from '../../shared/contract/facts/source-facts.ts'
import { allocationRequest, paymentAllocationQuery } from '../../shared/contract/settlement/allocations.ts'
import { allocationHandoffQuery, allocationHandoffRequest } from '../../shared/contract/settlement/handoffs.ts'
import {
  manualPaymentQuery,
  manualPaymentRequest,
  manualPaymentReversal,
} from '../../shared/contract/settlement/manual-payments.ts'
import { settlementQuery, settlementRequest } from '../../shared/contract/settlement/settlements.ts'
import { get, post, routes } from '../http/route.ts'
import { allocatePayment } from './allocations/allocate-payment.ts'
import { readAllocation } from './allocations/read-allocation.ts'
import { readAllocations } from './allocations/read-allocations.ts'
import { reverseAllocation } from './allocations/reverse-allocation.ts'
import { handOffAllocation } from './handoffs/hand-off-allocation.ts'
import { readHandoff } from './handoffs/read-handoff.ts'
import { readHandoffs } from './handoffs/read-handoffs.ts'
import { readManualPayment } from './manual-payments/read-manual-payment.ts'
import { readManualPayments } from './manual-payments/read-manual-payments.ts'
import { recordManualPayment } from './manual-payments/record-manual-payment.ts'
import { reverseManualPaymentCommand } from './manual-payments/reverse-manual-payment.ts'
import { settlementOperations } from './operations.ts'
import { readSettlements } from './settlements/read-settlements.ts'
import { reverseSettlement } from './settlements/reverse-settlement.ts'
import { settlePayable } from './settlements/settle-payable.ts'

// biome-ignore format: one line for each endpoint
export const settlementRoutes = routes(settlementOperations, {
  handOffAllocation: post('/v1/settlement-candidates/:candidate_id/allocation-handoffs', 201, allocationHandoffRequest, handOffAllocation),
  listAllocationHandoffs: get('/v1/settlement-candidates/:candidate_id/allocation-handoffs', allocationHandoffQuery, readHandoffs),
  getAllocationHandoff: get('/v1/allocation-handoffs/:handoff_id', oneQuery, readHandoff),
  allocatePayment: post('/v1/allocations', 201, allocationRequest, allocatePayment),
  listAllocations: get('/v1/allocations', paymentAllocationQuery, readAllocations),
  getAllocation: get('/v1/allocations/:allocation_id', oneQuery, readAllocation),
  reverseAllocation: post('/v1/allocations/:allocation_id/reverse', 202, reversalRequest, reverseAllocation),
  settleSupplierPayable: post('/v1/supplier-payables/:supplier_payable_id/settlements', 201, settlementRequest, settlePayable),
  listSettlements: get('/v1/supplier-payables/:supplier_payable_id/settlements', settlementQuery, readSettlements),
  reverseSettlement: post('/v1/supplier-payables/:supplier_payable_id/settlements/:settlement_id/reverse', 202, reversalRequest, reverseSettlement),
  recordManualPayment: post('/v1/manual-payments', 202, manualPaymentRequest, recordManualPayment),
  listManualPayments: get('/v1/manual-payments', manualPaymentQuery, readManualPayments),
  getManualPayment: get('/v1/manual-payments/:payment_id', oneQuery, readManualPayment, { answer: 'short' }),
  reverseManualPayment: post('/v1/manual-payments/:payment_id/reverse', 202, manualPaymentReversal, reverseManualPaymentCommand),
})

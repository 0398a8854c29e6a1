import { findManualPayment } from '../../../shared/store/settlement/manual-payments.ts'
import { readOne } from '../../http/subject.ts'
import { presentManualPayment } from './present-manual-payment.ts'

/** One manual payment. */
export const readManualPayment = readOne('manual_payment', 'payment_id', findManualPayment, presentManualPayment)

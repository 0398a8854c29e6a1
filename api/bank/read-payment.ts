import { findPayment } from '../../shared/store/bank/payments.ts'
import { readOne } from '../http/subject.ts'
import { presentPayment } from './present-payment.ts'

/** One payment with its allocated and its open part. */
export const readPayment = readOne('payment', 'payment_id', findPayment, presentPayment)

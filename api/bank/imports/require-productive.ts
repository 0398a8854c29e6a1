import { isTestFile } from '../../../shared/camt053/bank-statement.ts'
import { validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { ReceivedStatement } from './receive-bank-statement.ts'

/** @throws ApiError validation_failed: a test of the bank must not become bookings without a word */
export function requireProductive({ message, options }: ReceivedStatement): void {
  if (!isTestFile(message) || options.test_file === 'accept') return
  const mark = `The bank has marked this file as a test: "${message?.additional_info}" (GrpHdr/AddtlInf).`
  const remedy = 'Send the productive file, or this one with test_file=accept if it is to be booked all the same.'
  throw validationFailed([{ pointer: '', code: 'test_file', message: `${mark} ${remedy}` }])
}

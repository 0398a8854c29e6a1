import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../shared/camt053/refusal.ts'
import type { StatusReport } from '../../shared/camt053/status-report/status-report.ts'
import { createStatusReportReader } from '../../shared/camt053/status-report/status-report-reader.ts'
import { ApiError, validationFailed } from '../../shared/contract/platform/errors.ts'
import type { Upload } from '../http/endpoint.ts'
import type { Reading } from '../http/uploads/read-in-slot.ts'
import type { SpooledFile } from '../http/uploads/spool.ts'

export type ReceivedReport = { readonly report: StatusReport; readonly sha256: string; readonly bytes: Buffer }

const XML = /^(application|text)\/xml\s*(;.*)?$/i
const PIECE_BYTES = 16_384
/** Of 500 payments with their data, and more than that. */
const MOST_BYTES = 4_000_000

/** The body of a report: one pain.002 file. */
export const STATUS_REPORT_FILE: Upload<ReceivedReport> = {
  media_type: 'application/xml',
  requireType(request: IncomingMessage) {
    if (XML.test((request.headers['content-type'] ?? '').trim())) return
    throw new ApiError('unsupported_media_type', 'Send the status report as application/xml.')
  },
  read: readReport,
}

/** @throws ApiError validation_failed */
async function readReport(
  { file, sha256, size_bytes }: SpooledFile,
  _: Readonly<Record<string, string>>,
  reading: Reading,
): Promise<ReceivedReport> {
  const reader = createStatusReportReader()
  try {
    if (size_bytes > MOST_BYTES) throw new Refusal('too_large', `A status report has ${MOST_BYTES} bytes at most.`)
    const bytes = Buffer.alloc(size_bytes)
    await file.read(bytes, 0, size_bytes, 0)
    for (let at = 0; at < size_bytes; at += PIECE_BYTES) {
      reader.write(bytes.subarray(at, at + PIECE_BYTES))
      await reading.pause()
    }
    return { report: reader.end(), sha256, bytes }
  } catch (error) {
    if (error instanceof Refusal) throw validationFailed([{ pointer: '', code: error.code, message: error.message }])
    throw error
  }
}

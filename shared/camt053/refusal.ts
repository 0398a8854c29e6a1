import type { RefusalCode } from '../contract/platform/detail-codes.ts'

/** The reason why a file is not taken at all. The message is one sentence for the sender; nothing of the file is kept. */
export class Refusal extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.name = 'Refusal'
    this.code = code
  }
}

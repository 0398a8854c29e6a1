/** The reason why a file is not taken at all. The message is one sentence for the sender; nothing of the file is kept. */
export class Refusal extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.name = 'Refusal'
    this.code = code
  }
}

export type RefusalCode =
  | 'not_xml'
  | 'not_camt053'
  | 'document_type'
  | 'unknown_encoding'
  | 'too_deep'
  | 'text_too_long'
  | 'too_large'
  | 'amount_garbled'
  | 'date_garbled'
  | 'direction_missing'
  | 'account_missing'
  | 'statement_missing'

/** The kind of error in one field of a request, for machines. The message beside it names the remedy. */
export type DetailCode = JsonCode | SchemaCode | RequestCode | StateCode | SettlementCode | SetupCode | RefusalCode

type JsonCode = 'character' | 'duplicate_name' | 'number' | 'too_deep'

type SchemaCode =
  | 'exactly_one'
  | 'format'
  | 'length'
  | 'not_allowed'
  | 'out_of_range'
  | 'required'
  | 'type'
  | 'unknown_field'
  | 'unsafe_field'

/** Checks that no schema can express. */
type RequestCode =
  | 'api_key_expired'
  | 'duplicate'
  | 'forbidden'
  | 'idempotency_key_conflict'
  | 'not_found'
  | 'not_supported_by_chart'
  | 'not_supported_in_v0_1'
  | 'posting_date_not_open'
  | 'unknown_cursor'

type StateCode = 'already_reversed' | 'being_reversed' | 'in_use' | 'not_posted' | 'reversal_under_way'

type SettlementCode =
  | 'bank_entry_amount_mismatch'
  | 'bank_entry_exhausted'
  | 'bank_entry_not_bookable'
  | 'bank_entry_unknown'
  | 'currency_mismatch'
  | 'evidence_currency_mismatch'
  | 'evidence_exhausted'
  | 'evidence_not_booked'
  | 'evidence_wrong_direction'
  | 'exceeds_open_amount'
  | 'line_exhausted'
  | 'line_mismatch'
  | 'not_a_payment'
  | 'payment_mismatch'
  | 'several_partners'
  | 'stale_open_ar_snapshot'

type SetupCode =
  | 'account_id_in_use'
  | 'account_type_in_use'
  | 'already_closed'
  | 'base_currency'
  | 'base_currency_in_use'
  | 'books_not_in_order'
  | 'drafts_not_booked'
  | 'earlier_year_open'
  | 'entries_outside'
  | 'facts_not_booked'
  | 'fiscal_year_closed'
  | 'hard_lock'
  | 'later_year_closed'
  | 'not_closed'
  | 'not_contiguous'
  | 'uid_invalid'
  | 'unknown_account'
  | 'unknown_row'
  | 'wrong_statement'
  | 'year_not_ended'

/** Why a bank statement is not taken at all. */
export type RefusalCode =
  | 'account_missing'
  | 'amount_garbled'
  | 'date_garbled'
  | 'direction_missing'
  | 'document_type'
  | 'not_camt053'
  | 'not_xml'
  | 'statement_missing'
  | 'text_too_long'
  | 'too_deep'
  | 'too_large'
  | 'unknown_encoding'

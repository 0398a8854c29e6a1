/** In the order in which they are hashed with a proposal. */
export const REASONS = [
  'reference',
  'number_in_text',
  'number_with_typo',
  'month_in_text',
  'amount',
  'discount',
  'sum',
  'set_off',
  'other_sums',
  'search_ended',
  'other_number',
  'other_month',
  'name',
  'iban',
  'book_value',
] as const
export type MatchReason = (typeof REASONS)[number]
/** Of payments that we have ordered. */
const ORDER_REASONS = [
  'end_to_end_id',
  'payment_information_id',
  'ordered',
  'ordered_batch',
  'other_day',
  'other_ordered',
] as const
export type OrderReason = (typeof ORDER_REASONS)[number]

/** The money pays credit back. */
export type RefundReason = 'refund'

/** Whether a proposal says that the bank has made a payment that we have ordered. */
export function isOrderReason(reason: string): boolean {
  return (ORDER_REASONS as readonly string[]).includes(reason)
}

/** Whether it says which item is meant, and not only who pays or how much. */
export function isNamingReason(reason: string): boolean {
  return reason === 'reference' || reason === 'number_in_text'
}

/** Changes with every change of the proposals. */
export const MATCH_RULE_VERSION = 22

/** The score of each combination of reasons; the first that applies counts. Without one of these there is no candidate. */
const SCORES: readonly [reasons: readonly MatchReason[], score: number][] = [
  [['reference', 'amount'], 100],
  [['reference', 'discount'], 95],
  [['reference'], 90],
  [['number_in_text', 'amount', 'name', 'iban'], 87],
  [['number_in_text', 'amount', 'name'], 85],
  [['number_in_text', 'amount', 'iban'], 84],
  [['number_in_text', 'discount', 'name'], 83],
  [['number_in_text', 'sum', 'name'], 82],
  [['number_in_text', 'discount', 'iban'], 81],
  [['number_in_text', 'sum', 'iban'], 81],
  [['number_in_text', 'amount'], 80],
  [['number_in_text', 'set_off', 'name'], 79],
  [['number_in_text', 'discount'], 78],
  [['number_in_text', 'set_off', 'iban'], 78],
  [['number_in_text', 'sum'], 77],
  [['number_in_text', 'set_off'], 76],
  [['number_in_text', 'name'], 75],
  [['number_in_text', 'iban'], 74],
  [['number_in_text'], 70],
  [['other_number', 'number_with_typo'], 39],
  [['other_number', 'amount', 'iban'], 36],
  [['other_number', 'amount'], 35],
  [['other_number'], 30],
  [['other_month', 'amount', 'iban'], 34],
  [['other_month', 'amount'], 33],
  [['other_month'], 28],
  [['month_in_text', 'amount', 'name', 'iban'], 69],
  [['month_in_text', 'amount', 'iban'], 68],
  [['month_in_text', 'amount', 'name'], 67],
  [['number_with_typo', 'amount', 'iban'], 66],
  [['number_with_typo', 'amount', 'name'], 65],
  [['amount', 'name', 'iban'], 64],
  [['amount', 'iban'], 62],
  [['amount', 'name'], 60],
  [['month_in_text', 'discount', 'iban'], 59],
  [['month_in_text', 'discount', 'name'], 58],
  [['sum', 'other_sums'], 40],
  [['sum', 'search_ended'], 40],
  [['set_off', 'other_sums'], 40],
  [['set_off', 'search_ended'], 40],
  [['set_off', 'iban'], 54],
  [['set_off', 'name'], 52],
  [['sum', 'iban'], 57],
  [['sum', 'name'], 55],
  [['discount', 'iban'], 53],
  [['discount', 'name'], 50],
  [['book_value', 'name', 'iban'], 48],
  [['book_value', 'iban'], 47],
  [['book_value', 'name'], 46],
  [['sum'], 45],
]

/** What a reference still scores where it does not say which item is meant; below 90, in the order of SCORES. */
const DOUBTED_SCORES: ReadonlyMap<number, number> = new Map([
  [100, 89],
  [95, 88],
  [90, 88],
])

/** 0 where they are too little for a candidate. */
export function scoreOf(reasons: readonly MatchReason[]): number {
  return SCORES.find(([wanted]) => wanted.every((reason) => reasons.includes(reason)))?.[1] ?? 0
}

export function doubtedScore(score: number): number {
  return DOUBTED_SCORES.get(score) ?? score
}

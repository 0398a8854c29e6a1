/** What stands in the way of a rule, before its voucher is looked at. */
type Obstacle = { readonly code: ObstacleCode; readonly message: string }

type ObstacleCode =
  | 'not_booked_by_bank'
  | 'booked'
  | 'dismissed'
  | 'repeat'
  | 'possible_repeat'
  | 'rule_booking_waits'
  | 'details_wait'

type Standing = {
  readonly is_booked: boolean
  readonly used_minor: bigint
  readonly amount_minor: bigint
  readonly is_dismissed: boolean
  readonly repeat_state: 'undecided' | 'repeat' | 'new' | null
  readonly waiting_fact_id: string | null
  /** A notification has details of it that no rule has looked at. */
  readonly details_wait: boolean
}

/** Order in the table is order in the answer. */
const OBSTACLES: readonly (Obstacle & { readonly stands: (entry: Standing) => boolean })[] = [
  {
    code: 'not_booked_by_bank',
    message: 'The bank has not booked it, or it moves nothing.',
    stands: ({ is_booked, amount_minor }) => !is_booked || amount_minor === 0n,
  },
  {
    code: 'booked',
    message: 'Something books it already, wholly or in part.',
    stands: ({ used_minor }) => used_minor > 0n,
  },
  { code: 'dismissed', message: 'Somebody has dismissed it.', stands: ({ is_dismissed }) => is_dismissed },
  {
    code: 'repeat',
    message: 'It repeats another bank entry.',
    stands: ({ repeat_state }) => repeat_state === 'repeat',
  },
  {
    code: 'possible_repeat',
    message: 'It may repeat another bank entry; a reviewer decides.',
    stands: ({ repeat_state }) => repeat_state === 'undecided',
  },
  {
    code: 'rule_booking_waits',
    message: 'The voucher of a rule for it waits, or is blocked.',
    stands: ({ waiting_fact_id }) => waiting_fact_id !== null,
  },
  {
    code: 'details_wait',
    message: 'Its details came in a notification while something used it. They become its own in a moment.',
    stands: ({ details_wait }) => details_wait,
  },
]

/** Why no rule may book a bank entry as it stands. */
export function obstaclesOf(entry: Standing): Obstacle[] {
  return OBSTACLES.filter(({ stands }) => stands(entry)).map(({ code, message }) => ({ code, message }))
}

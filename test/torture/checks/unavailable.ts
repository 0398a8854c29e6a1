import type { Sent } from '../load/clients.ts'
import type { Spell } from '../surroundings/disturbances.ts'
import type { Evidence, Finding } from './evidence.ts'

/** Broken connections are noticed a little later than the end of the disturbance. */
const GRACE_MS = 5_000

/** 503 is only answered while something is disturbed, with Retry-After, and to nobody whom that does not concern. */
export function checkUnavailable({ plan, sent, client }: Evidence, spells: readonly Spell[]): Finding {
  const failed = sent.flatMap((one) =>
    one.attempts.flatMap(({ answer, ...times }) =>
      answer && answer.status >= 500
        ? [{ key: one.key, asked: customersIn(one, plan.customers), ...times, answer }]
        : [],
    ),
  )
  const wrong = failed.flatMap(({ key, asked, answer, sent_ms, ended_ms }) => {
    const isDisturbed = spells.some(
      ({ from_ms, to_ms, whom }) =>
        from_ms <= ended_ms && sent_ms <= to_ms + GRACE_MS && (whom === null || whom.some((id) => asked.includes(id))),
    )
    const text = `${key}: ${answer.status} from ${sent_ms} to ${ended_ms} ms`
    if (answer.status !== 503) return [`${text}, ${answer.text}`]
    if (answer.retry_after === null) return [`${text} without Retry-After`]
    return isDisturbed ? [] : [`${text} although nothing was disturbed for ${asked.join(', ') || 'it'}, ${answer.text}`]
  })
  return {
    check: '5xx is 503 with Retry-After while something is disturbed',
    counted: `${failed.length} answers`,
    wrong: [...wrong, ...client.failed_reads],
  }
}

/** While a further ledger database is away, and nothing else is disturbed, those who live elsewhere are answered. */
export function checkOthersGoOn({ plan, sent }: Evidence, spells: readonly Spell[]): Finding {
  const of_all = spells.filter(({ whom }) => whom === null)
  const stops = spells.flatMap(({ kind, whom, from_ms, to_ms }) => {
    const isDisturbed = of_all.some((other) => other.from_ms <= to_ms && from_ms <= other.to_ms + GRACE_MS)
    return kind === 'stop_further' && whom && !isDisturbed ? [{ whom, from_ms, to_ms }] : []
  })
  const asked = stops.flatMap(({ from_ms, to_ms, whom }) =>
    sent.flatMap((one) => {
      const isOther = !customersIn(one, plan.customers).some((id) => whom.includes(id))
      return one.attempts.filter(({ sent_ms, ended_ms }) => isOther && from_ms <= sent_ms && ended_ms <= to_ms)
    }),
  )
  const answered = asked.filter(({ answer }) => answer !== null && answer.status < 500).length
  return {
    check: 'while a further ledger database is away others are answered',
    counted: `${answered} of ${asked.length} while ${stops.length} were away`,
    wrong: asked.length > 0 && answered === 0 ? ['nobody was answered'] : [],
  }
}

/** A batch is about several. */
function customersIn({ request: { path, body } }: Sent, customers: readonly string[]): string[] {
  const text = `${path} ${typeof body === 'string' ? '' : JSON.stringify(body)}`
  return customers.filter((id) => text.includes(id))
}

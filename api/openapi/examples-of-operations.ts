import { type Endpoint, isMutating } from '../http/endpoint.ts'
import type { Example } from './examples/example.ts'
import { type Answers, EXAMPLES, readAnswers, requestOf } from './examples/story.ts'

type NamedExamples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
type WithExamples = { readonly examples?: NamedExamples }

/** The examples of one endpoint, each where OpenAPI wants it: at a parameter, at the body, at an answer. */
export type ExamplesOf = {
  readonly statuses: readonly number[]
  parameter(place: 'path' | 'query' | 'headers', name: string): WithExamples
  body(): WithExamples
  answer(status: number, media_type: string): WithExamples
}

const JSON_TYPE = 'application/json'

/** @returns a function that gives the examples of an endpoint; an endpoint without any gets none */
export function openApiExamples(answers: Answers = readAnswers()): (endpoint: Endpoint) => ExamplesOf {
  return (endpoint) => {
    const { operation_id, status: done } = endpoint
    const examples = EXAMPLES.filter((example) => example.operation_id === operation_id).map((example) => ({
      ...example,
      sent: requestOf(example, isMutating(endpoint), answers),
    }))
    const shown = (value: (example: (typeof examples)[number]) => unknown) => collect(examples, value)
    return {
      statuses: examples.flatMap(({ status = done }) => status),
      parameter: (place, name) => shown(({ sent }) => sent[place]?.[name]),
      body: () => shown(({ sent }) => sent.body),
      answer: (wanted, wanted_type) =>
        shown(({ name, status = done, media_type = JSON_TYPE }) =>
          status === wanted && media_type === wanted_type ? answers[name] : undefined,
        ),
    }
  }
}

function collect<E extends Example>(examples: readonly E[], shownOf: (example: E) => unknown): WithExamples {
  const found = examples.flatMap((example) => {
    const value = shownOf(example)
    return value === undefined ? [] : [[example.name, { summary: example.summary, value }] as const]
  })
  return found.length === 0 ? {} : { examples: Object.fromEntries(found) }
}

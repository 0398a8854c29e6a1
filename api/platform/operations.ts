import { eventList } from '../../shared/contract/platform/events.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const platformOperations = {
  listEvents: { response: eventList, summary: 'Every change, in order and without gaps; wait holds the answer until there is something new' },
} as const satisfies Operations

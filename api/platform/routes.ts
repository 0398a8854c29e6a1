import { eventQuery } from '../../shared/contract/platform/events.ts'
import { get, routes } from '../http/route.ts'
import { platformOperations } from './operations.ts'
import { readEvents } from './read-events.ts'

// biome-ignore format: one line for each endpoint
export const platformRoutes = routes(platformOperations, {
  listEvents: get('/v1/events', eventQuery, readEvents, { cost: 'short', in_pieces: true }),
})
